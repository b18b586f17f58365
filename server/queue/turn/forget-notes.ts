import { sql } from 'kysely'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * Forgets with the day what clerks noted of its turns: it was for whoever attended them. To be called now and
 * then.
 */
export async function forgetNotes({
  database: { db },
  clock,
}: Pick<QueueContext, 'database' | 'clock'>): Promise<void> {
  if (!isSure(clock)) return
  await sql`
    delete from ticket_notes n using tickets t, offices o
    where t.id = n.ticket_id and o.id = t.office_id and t.state not in ('waiting', 'called', 'parked')
      and t.day < (${clock.now()}::timestamptz at time zone o.time_zone)::date`.execute(db)
}
