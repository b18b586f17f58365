import { RESERVATION_CALL_BEFORE_MS } from '#contract/limits.ts'
import type { DeskReservation } from '#contract/rest/desk.ts'

/** The office, or its owner, said yes, and nobody called it yet. */
const isPromised = ({ state }: Pick<DeskReservation, 'state'>) =>
  state === 'confirmed' || state === 'user-confirmed'

/** A desk may call it by itself. @param now milliseconds since the epoch, as below */
export const isCallable = (reservation: Pick<DeskReservation, 'state' | 'from'>, now: number): boolean =>
  isPromised(reservation) && Date.parse(reservation.from) - now <= RESERVATION_CALL_BEFORE_MS

/** Its time has come, and "call the next" calls it. */
export const isDue = (reservation: Pick<DeskReservation, 'state' | 'from' | 'meet'>, now: number): boolean =>
  isPromised(reservation) && !reservation.meet && Date.parse(reservation.from) <= now

/** Nothing more happens to it. */
export const isDone = ({ state }: Pick<DeskReservation, 'state'>): boolean =>
  ['attended', 'missed', 'cancelled', 'expired', 'removed'].includes(state)
