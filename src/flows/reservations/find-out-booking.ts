import type { BookingWish } from '#src/domain/booking-wish.ts'
import { findOut } from '../find-out.ts'
import type { FlowContext } from '../flow-context.ts'
import { loadReservations } from './load-reservations.ts'

/** Nobody knows whether a time was booked. */
export function findOutBooking(context: FlowContext, { requestId }: Pick<BookingWish, 'requestId'>): void {
  const isOpen = () => context.booking.unknown()?.requestId === requestId
  findOut(context, isOpen, () => loadReservations(context))
}
