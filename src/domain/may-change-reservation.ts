import { isHeld } from '#contract/rules/reservation-state.ts'
import type { Reservation } from '#contract/rest/reservations.ts'

/** What the rules look at; a whole reservation will do. */
export type ReservationMoment = Pick<Reservation, 'state' | 'from'>

/** Nobody was called to it yet, and it has not begun. @param now milliseconds since the epoch */
const isAhead = (reservation: ReservationMoment, now: number) =>
  isHeld(reservation) && Date.parse(reservation.from) > now

/**
 * Whether its owner may still give the slot back. Also after it began, as long as nobody was called: a place
 * that is free late is better than one that nobody comes to.
 */
export const mayCancel = (reservation: ReservationMoment): boolean => isHeld(reservation)

/** Whether it may be moved to another block. @param now milliseconds since the epoch */
export const mayMove = (reservation: ReservationMoment, now: number): boolean => isAhead(reservation, now)

/** Whether its owner may say that they will come. @param now milliseconds since the epoch */
export const mayConfirmComing = (reservation: ReservationMoment, now: number): boolean =>
  reservation.state === 'confirmed' && isAhead(reservation, now)
