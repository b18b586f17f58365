import { sql } from 'kysely'
import { DEVICE_SEEN_MS } from '#contract/limits.ts'
import type { DeviceCaller } from '#server/web/caller.ts'
import type { DevicesContext } from './devices-context.ts'

/** That a device is there, to the minute: so its office sees how many a link has let in. */
export async function noteSeen(
  { database: { db }, clock }: Pick<DevicesContext, 'database' | 'clock'>,
  { session_id }: Pick<DeviceCaller, 'session_id'>,
): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - DEVICE_SEEN_MS)
  await sql`
    update sessions set last_seen_at = ${now}::timestamptz
    where id = ${session_id}::uuid and last_seen_at <= ${before}::timestamptz`.execute(db)
}
