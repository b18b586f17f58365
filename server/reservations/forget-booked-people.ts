import { sql } from 'kysely'
import type { ReservationsContext } from './reservations-context.ts'

/**
 * Forgets for whom desks booked once the time is 30 days past, or was given back as long ago: the name, the
 * document's hash, what was answered, and what clerks wrote of them. The reservation stays as a figure.
 * @returns how many were forgotten
 * @see rule KEEP-03
 */
export async function forgetBookedPeople(
  { database, clock }: Pick<ReservationsContext, 'database' | 'clock'>,
  keptMs: number,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  const { numAffectedRows = 0n } = await sql`
    with forgotten as (
      select id from reservations
      where booked_for is not null
        and (block_to < ${before}::timestamptz or deleted_at < ${before}::timestamptz)
    ), unsaid as (
      update desk_acts set reason = null
      where reason is not null and reservation_id in (select id from forgotten)
    )
    update reservations set booked_for = null, identity_hash = null, meta = null
    where id in (select id from forgotten)`.execute(database.db)
  return Number(numAffectedRows)
}
