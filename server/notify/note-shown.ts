import { sql } from 'kysely'
import type { NotifyContext } from './notify-context.ts'

/**
 * Writes down that a browser showed what was sent to it; of a call, how long after it. A call that repeats
 * keeps the moment of the first: of a later one it is the moment of its sending that counts.
 */
export async function noteShown(
  { database, clock, countShown }: Pick<NotifyContext, 'database' | 'clock' | 'countShown'>,
  deliveryId: string,
): Promise<void> {
  const at = clock.now()
  const {
    rows: [shown],
  } = await sql<{ called_at: Date | null }>`
    update push_deliveries d set shown_at = ${at}::timestamptz
    where d.id = ${deliveryId}::uuid and d.shown_at is null
    returning case when d.kind <> 'call' then null when d.calls > 1 then d.sent_at else (
      select t.called_at from tickets t where t.id = d.ticket_id) end as called_at`.execute(database.db)
  if (shown?.called_at) countShown?.(at.getTime() - shown.called_at.getTime())
}
