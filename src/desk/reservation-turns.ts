import { isPromised } from '#contract/rules/reservation-state.ts'
import { RESERVATION_CALL_BEFORE_MS } from '#contract/limits.ts'
import type { DeskReservation } from '#contract/rest/desk.ts'

/** A desk may call it by itself. @param now milliseconds since the epoch, as below */
export const isCallable = (reservation: Pick<DeskReservation, 'state' | 'from'>, now: number): boolean =>
  isPromised(reservation) && Date.parse(reservation.from) - now <= RESERVATION_CALL_BEFORE_MS

/** Its time has come, and "call the next" calls it. */
export const isDue = (reservation: Pick<DeskReservation, 'state' | 'from' | 'meet'>, now: number): boolean =>
  isPromised(reservation) && !reservation.meet && Date.parse(reservation.from) <= now
