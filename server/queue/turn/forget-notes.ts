import { sql } from 'kysely'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'
import { daysNow } from './days-now.ts'
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
    delete from ticket_notes n using tickets t, ${await daysNow(db, at)}
    where t.id = n.ticket_id and today.id = t.office_id and t.day < today.day and ${isDone(at)}`.execute(db)
}
