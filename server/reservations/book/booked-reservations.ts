import type { Reservation } from '#contract/rest/reservations.ts'
import type { Lately } from '#server/facts/remember-lately.ts'
import { ownedReservation, type OwnedRow } from '../owned-reservations.ts'
import type { BookingContext } from '../reservations-context.ts'
import type { Booked } from './write-bookings.ts'

/** Times as this process booked them a moment ago, by reservation. */
export type BookedReservations = Lately<OwnedRow>

/** What to remember of times that were booked. */
export const asBooked = (booked: readonly Booked[]) =>
  booked.map(one => [one.request.id, rowOf(one)] as const)

function rowOf({ request: { plan, meet, meta, user_id }, reservation, fact }: Booked): OwnedRow {
  const { line_slug, line_name, office_slug, office_name, address, web_only, time_zone, category_slug } = plan
  const names = {
    line_slug,
    line_name,
    office_slug,
    office_name,
    address,
    web_only,
    time_zone,
    category_slug,
  }
  const news = { meta, modulo: null, inserted_at: fact.at, deleted_at: null, seq: fact.seq }
  return { ...reservation, ...names, ...news, meet, user_id }
}

/**
 * A reservation as its owner held it when it was booked; null where this process has not booked it a moment
 * ago.
 */
export function reservationAsBooked(
  { booked, protect, clock }: Pick<BookingContext, 'booked' | 'protect' | 'clock'>,
  id: string,
): Reservation | null {
  const row = booked.of(id)
  return row ? ownedReservation(row, { protect }, clock.now()) : null
}
