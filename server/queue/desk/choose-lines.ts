import { json } from '#server/database/json-column.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { changeTurns } from '../turn/change-turns.ts'
import type { QueueContext } from '../queue-context.ts'
import { requireDesk } from './desk.ts'

export interface ChooseLines extends AtDesk {
  /** Null is all of them, also those that come later. */
  line_ids: readonly number[] | null
}

/**
 * A clerk chooses from which lines they call, here and wherever they sit down later. Nobody's turn changes by
 * it, so it is no fact. What stood until then is written down by the database (migration 0034).
 * @throws Refusal no-modulo; lines-prescribed; not-found, for a line of another office as for none
 */
export async function chooseLines(context: QueueContext, input: ChooseLines): Promise<void> {
  const { line_ids, ...by } = input
  await changeTurns(context, by, async (transaction, at) => {
    const { modulo_id, served } = await requireDesk(transaction, by)
    if (served.prescribed_lines !== null) {
      throw new Refusal('lines-prescribed', 409, 'the office prescribes the lines of this modulo')
    }
    const { office_id, clerk_id } = by
    const lines = await transaction
      .selectFrom('lines')
      .select('id')
      .where('office_id', '=', office_id)
      .execute()
    const chosen = line_ids && [...new Set(line_ids)].sort((a, b) => a - b)
    if (chosen?.some(line => !lines.some(({ id }) => id === line))) throw notFound('the line')
    if (served.has_chosen && String(chosen) === String(served.chosen_lines)) return []
    const row = { line_ids: chosen && json(chosen), chosen_at: at }
    await transaction
      .insertInto('clerk_lines')
      .values({ clerk_id, office_id, ...row })
      .onConflict(conflict => conflict.columns(['clerk_id', 'office_id']).doUpdateSet(row))
      .execute()
    await noteAct(transaction, {
      ...by,
      at,
      act: 'lines-chosen',
      modulo_id,
      detail: { line_ids: chosen && chosen.join(' ') },
    })
    return []
  })
}
