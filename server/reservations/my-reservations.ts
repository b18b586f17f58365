import { sql } from 'kysely'
import type { Reservation } from '#contract/rest/reservations.ts'
import { missedBefore } from '#contract/rules/missed-before.ts'
import { ownedReservations } from './owned-reservations.ts'
import type { ReservationsContext } from './reservations-context.ts'

/**
 * What a person has booked, by its time: nothing deleted, nothing attended, nothing that ended over half an
 * hour ago. `onlyFuture` leaves out what has begun as well, as the list of API v1 does.
 * @see rule RES-10
 */
export async function myReservations(
  context: Pick<ReservationsContext, 'database' | 'clock' | 'protect'>,
  { user_id, onlyFuture = false }: { user_id: string; onlyFuture?: boolean },
): Promise<Reservation[]> {
  const at = context.clock.now()
  return await ownedReservations(context, {
    user_id,
    which: sql`
      r.deleted_at is null and r.state <> 'attended' and r.block_to >= ${missedBefore(at)}::timestamptz
      and (r.state <> 'pending' or r.confirm_by > ${at}::timestamptz)
      and (not ${onlyFuture}::boolean or r.block_from > ${at}::timestamptz)`,
    order: sql`order by r.block_from, r.id`,
  })
}
