import { sql } from 'kysely'
import { rowsOf, someOf, stepPastTrouble } from '#server/database/step-by-step.ts'
import type { ReservationsContext } from './reservations-context.ts'

/**
 * Forgets for whom desks booked once the time is 30 days past, or was given back as long ago: the name, the
 * document's hash, what was answered, and what clerks wrote of them. The reservation stays as a figure.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many were forgotten
 * @see rule KEEP-03
 */
export function forgetBookedPeople(
  { database: { db }, clock }: Pick<ReservationsContext, 'database' | 'clock'>,
  keptMs: number,
  ending?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  return stepPastTrouble(
    async (most, past) =>
      rowsOf(
        await sql`
        with forgotten as materialized (
          select id from reservations
          where booked_for is not null
            and (block_to < ${before}::timestamptz or deleted_at < ${before}::timestamptz)
          order by block_to, id ${someOf(most, past)} for update skip locked
        ), unsaid as (
          update desk_acts set reason = null
          where reason is not null and reservation_id = any(array(select id from forgotten))
        )
        update reservations r set booked_for = null, identity_hash = null, meta = null
        where r.id = any(array(select id from forgotten))`.execute(db),
      ),
    ending,
  )
}
