import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import { askedId } from '#server/database/asked-id.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { wakeLineWishes } from '../lines/opening-jobs.ts'
import type { QueueContext } from '../queue-context.ts'

export interface FreezeLine extends DoneAt {
  line_id: number
  frozen: boolean
}

/**
 * Stops a line from giving numbers, or lets it again. Who waits in it is called all the same.
 * @throws Refusal not-found, where the office has no such line
 */
export async function freezeLine(context: QueueContext, input: FreezeLine): Promise<void> {
  const { office_id, clerk_id, line_id, frozen } = input
  const line = await context.database.db
    .selectFrom('lines')
    .select('id')
    .where('id', '=', askedId(line_id))
    .where('office_id', '=', office_id)
    .executeTakeFirst()
  if (!line) throw notFound('the line')
  await changeTurns(context, office_id, async (transaction, at) => {
    const changed = await transaction
      .updateTable('lines')
      .set({ frozen })
      .where('id', '=', line_id)
      .where('frozen', '!=', frozen)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return []
    await noteAct(transaction, {
      office_id,
      clerk_id,
      at,
      act: frozen ? 'line-frozen' : 'line-thawed',
      line_id,
    })
    if (!frozen) await wakeLineWishes(transaction, line_id, at)
    const about = { office_id, line_id, at, ticket_id: null, reservation_id: null, user_id: null }
    return [{ ...about, name: 'line:frozen', detail: { frozen } }]
  })
}
