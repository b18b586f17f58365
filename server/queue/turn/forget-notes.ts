import { sql } from 'kysely'
import { rowsOf, stepByStep } from '#server/database/step-by-step.ts'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'
import { daysNow } from './days-now.ts'
import { isDone } from './is-done.ts'

/**
 * Forgets with the day what clerks noted of its turns: it was for whoever attended them. To be called now and
 * then.
 * @param ending aborted where no further step may begin: what is left goes the next time
 */
export async function forgetNotes(
  { database: { db }, clock }: Pick<QueueContext, 'database' | 'clock'>,
  ending?: AbortSignal,
): Promise<void> {
  if (!isSure(clock) || ending?.aborted) return
  const at = clock.now()
  const today = await daysNow(db, at)
  await stepByStep(
    async most =>
      rowsOf(
        await sql`
        with step as materialized (
          select n.ticket_id from ticket_notes n join tickets t on t.id = n.ticket_id join ${today} on today.id = t.office_id
          where t.day < today.day and ${isDone(at)}
          limit ${sql.lit(most)} for update of n skip locked
        )
        delete from ticket_notes n using step where n.ticket_id = step.ticket_id`.execute(db),
      ),
    ending,
  )
}
