import type { ReservationErrorCode } from '#contract/error-codes.ts'
import type { Reservation } from '#contract/rest/reservations.ts'
import { mayCancel } from './may-change-reservation.ts'

export interface ReservationWish {
  officeSlug: string
  lineId: number
  block: { from: string; to: string }
  /** Attended by video. */
  meet: boolean
}

/** Whether a reservation is the one that was wished for. */
export const isWished = (
  { line, from, deleted }: Pick<Reservation, 'line' | 'from' | 'deleted'>,
  wish: { lineId: number; from: string },
): boolean => !deleted && line.id === wish.lineId && Date.parse(from) === Date.parse(wish.from)

/**
 * Holds a wish against what the device knows, so that what must be refused is refused at once. The server
 * checks again: what the device knows may be old.
 *
 * @param held the person's own reservations
 * @param now milliseconds since the epoch
 * @returns why it cannot be booked, or null
 * @see rule RES-04
 */
export function refusalOfWish(
  { lineId, block }: ReservationWish,
  held: readonly Pick<Reservation, 'line' | 'from' | 'state' | 'deleted'>[],
  now: number,
): ReservationErrorCode | null {
  if (Date.parse(block.from) <= now) return 'reserve-in-the-past'
  const wish = { lineId, from: block.from }
  return held.some(reservation => mayCancel(reservation) && isWished(reservation, wish))
    ? 'reserve-already-exists'
    : null
}
