import { askedId } from '#server/database/asked-id.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'

/**
 * Somebody says that they are coming to a modulo that asks for help. Of two at once the first one goes; where
 * nobody asks any more, nothing is left to do.
 * @throws Refusal not-found, where the office has no such modulo
 */
export async function answerHelp(
  context: QueueContext,
  input: AtDesk & { modulo_id: number },
): Promise<void> {
  const { office_id, clerk_id, modulo_id } = input
  await changeTurns(context, input, async (transaction, at) => {
    const modulo = await transaction
      .selectFrom('modulos')
      .select(['id', 'clerk_id'])
      .where('id', '=', askedId(modulo_id))
      .where('office_id', '=', office_id)
      .executeTakeFirst()
    // Nobody comes to their own help.
    if (!modulo || modulo.clerk_id === clerk_id) throw notFound('the modulo')
    const answered = await transaction
      .updateTable('modulos')
      .set({ help_clerk_id: clerk_id })
      .where('id', '=', modulo.id)
      .where('help_asked_at', 'is not', null)
      .where('help_clerk_id', 'is', null)
      .executeTakeFirst()
    if (answered.numUpdatedRows > 0n) {
      await noteAct(transaction, { office_id, clerk_id, at, act: 'help-answered', modulo_id })
    }
    return []
  })
}
