import type { Reservation } from '#contract/rest/reservations.ts'
import { meetRefusal } from '#contract/rules/meet-time.ts'

/**
 * Whether the video attention of a reservation may be entered: from 15 minutes before the appointment
 * (VID-01).
 * @param now milliseconds since the epoch
 */
export const canEnterCall = (
  reservation: Pick<Reservation, 'from' | 'to' | 'meet' | 'state'>,
  now: number,
): boolean => meetRefusal(reservation, now) === null
