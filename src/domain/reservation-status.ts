import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import { isDone, type ReservationState } from '#contract/rules/reservation-state.ts'

/** RES-11 names the first five; the others are ours, for what it has no word for. */
export type ReservationLabel =
  | 'to-confirm'
  | 'confirmed'
  | 'attended'
  | 'user-confirmed'
  | 'user-cancelled'
  | 'called'
  | 'missed'
  | 'expired'
  | 'removed'

const LABELS: Record<ReservationState, ReservationLabel> = {
  pending: 'to-confirm',
  confirmed: 'confirmed',
  'user-confirmed': 'user-confirmed',
  called: 'called',
  attended: 'attended',
  missed: 'missed',
  cancelled: 'user-cancelled',
  expired: 'expired',
  removed: 'removed',
}

/**
 * Called so long ago that no desk waits for them, and nobody has heard what became of it: neither its hour
 * nor the last word of it (`timeStamp`) is of the last six hours.
 * @param now milliseconds since the epoch
 */
export const wasCalledOnce = (
  { state, to, timeStamp }: { state: ReservationState; to: string; timeStamp: number },
  now: number,
): boolean => state === 'called' && now - Math.max(Date.parse(to), timeStamp) > TICKET_RECENCY_MS

/** How far a reservation's confirmation has come. @see rule RES-11 */
export const reservationLabel = (state: ReservationState): ReservationLabel => LABELS[state]

export type CardStatus = 'awaiting-attention' | 'ticket-attended'

/** What the card says of the attention; null where none comes any more. @see rule RES-11 */
export function cardStatus(state: ReservationState): CardStatus | null {
  if (state === 'attended') return 'ticket-attended'
  return isDone({ state }) ? null : 'awaiting-attention'
}
