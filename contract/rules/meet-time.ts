import type { VideoErrorCode } from '../error-codes.ts'
import { RESERVATION_HIDDEN_AFTER_MS, VIDEO_ENTRY_BEFORE_MS } from '../limits.ts'
import type { Reservation } from '../rest/reservations.ts'
import { isDone } from './reservation-state.ts'

/** When a video attention opens and closes, in milliseconds since the epoch. */
export const meetTimes = ({ from, to }: Pick<Reservation, 'from' | 'to'>) => ({
  opens: Date.parse(from) - VIDEO_ENTRY_BEFORE_MS,
  closes: Date.parse(to) + RESERVATION_HIDDEN_AFTER_MS,
})

/**
 * Why a video attention cannot be entered now, or null where it can (VID-01). What nobody confirmed is too
 * early; who was called is not shut out by the clock: their call ends with the attention.
 * @param now milliseconds since the epoch
 */
export function meetRefusal(
  reservation: Pick<Reservation, 'from' | 'to' | 'meet' | 'state'>,
  now: number,
): VideoErrorCode | null {
  const { meet, state } = reservation
  const { opens, closes } = meetTimes(reservation)
  if (!meet) return 'not-by-video'
  if (isDone({ state }) || (now > closes && state !== 'called')) return 'meet-over'
  return state === 'pending' || now < opens ? 'meet-too-early' : null
}
