import type { Reservation } from '#contract/rest/reservations.ts'
import { ApiError } from '#src/api/api-error.ts'
import { isWished } from '#src/domain/check-reservation-wish.ts'
import type { BookingWish, FlowContext } from '../flow-context.ts'

/**
 * Nobody heard what became of a request: was the reservation made after all? One person holds one block once,
 * so the one for this line and time is the one that was asked for.
 *
 * @returns null where it was not made (yet: the request may still be on its way); `unknown` where nobody
 * could be asked
 */
export async function lookForReservation(
  { api }: Pick<FlowContext, 'api'>,
  wish: Pick<BookingWish, 'lineId' | 'from'>,
): Promise<Reservation | null | 'unknown'> {
  try {
    return (await api.reservations.mine()).find(reservation => isWished(reservation, wish)) ?? null
  } catch (error) {
    if (error instanceof ApiError) return 'unknown'
    throw error
  }
}
