import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { requireDesk } from '../desk/desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'

/**
 * A clerk asks for the supervisor: every desk of the office sees at which modulo, until somebody says that
 * they are coming; or asks no more. Pressed twice, it is asked since the first time.
 * @throws Refusal no-modulo
 */
export async function askHelp(context: QueueContext, input: AtDesk & { asks: boolean }): Promise<void> {
  const { asks, ...by } = input
  await changeTurns(context, by, async (transaction, at) => {
    const { modulo_id } = await requireDesk(transaction, by)
    const asked = await transaction
      .updateTable('modulos')
      .set(asks ? { help_asked_at: at } : { help_asked_at: null, help_clerk_id: null })
      .where('id', '=', modulo_id)
      .$if(asks, query => query.where('help_asked_at', 'is', null))
      .executeTakeFirst()
    if (asks && asked.numUpdatedRows > 0n) {
      await noteAct(transaction, { ...by, at, act: 'help-asked', modulo_id })
    }
    return []
  })
}
