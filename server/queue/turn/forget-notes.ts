import { sql } from 'kysely'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'
import { isDone } from './is-done.ts'

/**
 * Forgets with the day what clerks noted of its turns: it was for whoever attended them. To be called now and
 * then.
 */
export async function forgetNotes({
  database: { db },
  clock,
}: Pick<QueueContext, 'database' | 'clock'>): Promise<void> {
  if (!isSure(clock)) return
  const at = clock.now()
  await sql`
    delete from ticket_notes n using tickets t, offices o
    where t.id = n.ticket_id and o.id = t.office_id and ${isDone(at)}
      and t.day < (${at}::timestamptz at time zone o.time_zone)::date`.execute(db)
}
