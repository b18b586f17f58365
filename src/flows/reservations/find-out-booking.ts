import { RESERVATION_REFETCH_MS } from '#contract/limits.ts'
import type { BookingWish } from '#src/domain/booking-wish.ts'
import { retryDelay } from '#src/domain/retry-delay.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { FlowContext } from '../flow-context.ts'
import { loadReservations } from './load-reservations.ts'

/** Where many had no answer, they must not all ask again together. */
const PACE = { firstMs: RESERVATION_REFETCH_MS, longestMs: 60_000 }
/** Some three minutes in all: what has not come to light by then needs the person. */
const LOOKS = 7

/**
 * Nobody knows whether a time was booked: asks what is held, ever more seldom, until it comes to light, or is
 * asked for again, or nobody wants to know any more.
 */
export function findOutBooking(context: FlowContext, wish: Pick<BookingWish, 'requestId'>): void {
  const { booking, random, timers } = context
  const isOpen = () => booking.unknown()?.requestId === wish.requestId
  const look = async (looks: number) => {
    if (!isOpen()) return
    await loadReservations(context)
    plan(looks + 1)
  }
  const plan = (looks: number) => {
    if (looks === LOOKS || !isOpen()) return
    const delay = retryDelay(looks + 1, random.fraction(), PACE)
    timers.after(delay, () => void look(looks).catch(reportFault))
  }
  plan(0)
}
