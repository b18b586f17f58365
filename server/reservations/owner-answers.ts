import type { Reservation, ReservationRequest } from '#contract/rest/reservations.ts'
import type { Asker } from '#server/knocks/asker.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { notFound } from '#server/web/refusal.ts'
import { reservationAsBooked } from './book/booked-reservations.ts'
import { bookReservation } from './book-reservation.ts'
import { reservationOfOwner } from './reservation-of-owner.ts'
import type { BookingContext, ReservationsContext } from './reservations-context.ts'

/** @throws Refusal not-found, for another person's as well */
export async function asItStands(
  context: ReservationsContext,
  own: { id: string; user_id: string },
): Promise<Reservation> {
  const answer = await reservationOfOwner(context, own)
  if (!answer) throw notFound('the reservation')
  return answer
}

type Wish = Omit<ReservationRequest, 'line' | 'block'> & { line_id: number; from: string; to: string }

/**
 * Books, and answers as every base does: 201 with the reservation, 200 with the first one's for a repeated
 * request.
 */
export async function book(
  context: BookingContext,
  { user_id, temporal }: UserCaller,
  asker: Asker,
  wish: Wish,
): Promise<{ code: 200 | 201; answer: Reservation }> {
  const { request_id = context.random.uuid() } = wish
  const { id, repeated } = await bookReservation(context, { ...wish, request_id, user_id, temporal, asker })
  const booked = repeated ? null : reservationAsBooked(context, id)
  return { code: repeated ? 200 : 201, answer: booked ?? (await asItStands(context, { id, user_id })) }
}
