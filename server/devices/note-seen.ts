import { sql } from 'kysely'
import { DEVICE_SEEN_MS } from '#contract/limits.ts'
import type { DeviceCaller, MachineCaller } from '#server/web/caller.ts'
import type { DevicesContext } from './devices-context.ts'

/**
 * That a device is there, to the minute: so its office sees how many a link has let in, and whatever is in
 * use stays in, though its page is never loaded anew.
 * @param lastsMs for so long from now its session is good
 */
export async function noteSeen(
  { database: { db }, clock }: Pick<DevicesContext, 'database' | 'clock'>,
  { session_id }: Pick<DeviceCaller | MachineCaller, 'session_id'>,
  lastsMs: number,
): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - DEVICE_SEEN_MS)
  const until = new Date(now.getTime() + lastsMs)
  await sql`
    update sessions set last_seen_at = ${now}::timestamptz,
      expires_at = greatest(expires_at, ${until}::timestamptz)
    where id = ${session_id}::uuid and last_seen_at <= ${before}::timestamptz`.execute(db)
}
