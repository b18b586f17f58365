import { sql } from 'kysely'
import { type Next, rowsOf, walkThrough } from '#server/database/step-by-step.ts'
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
  const forget = async ({ among, inOrder }: Next) =>
    rowsOf(
      await sql`
      delete from ticket_notes where ticket_id = any(array(
        select gone.ticket_id from ticket_notes gone
        -- note by note: a year of numbers would be read beside them
        cross join lateral (select * from tickets t where t.id = gone.ticket_id limit 1) t
        join ${today} on today.id = t.office_id
        where ${among} and t.day < today.day and ${isDone(at)}
        ${inOrder} for update of gone skip locked
      ))`.execute(db),
    )
  await walkThrough(db, { table: 'ticket_notes', by: ['ticket_id'] }, forget, ending)
}
