import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Numbers that an office is left for each second in which it ran on with what is lost. */
const A_SECOND = 10

/**
 * What happened after the backup was taken is gone, and others know of it: pages and walls stand at numbers
 * of the log that the restored one comes to again, and webhooks were told events under them. So each office's
 * log goes on beyond all numbers that were ever said: whoever comes back is told to fetch everything anew,
 * and no event's id comes twice.
 * @param at when it is restored: what is restored once more later goes on beyond that
 */
export async function beginAnew(trx: Transaction<Tables>, at: Date): Promise<void> {
  const step = Math.floor(at.getTime() / 1_000) * A_SECOND
  // What a webhook was not told yet it still is, under the ids that it may have had before.
  await sql`
    update webhooks w set told_seq = s.last_seq + ${step}::bigint
    from office_sequences s where s.office_id = w.office_id and w.told_seq = s.last_seq`.execute(trx)
  await sql`update office_sequences set last_seq = last_seq + ${step}::bigint`.execute(trx)
}
