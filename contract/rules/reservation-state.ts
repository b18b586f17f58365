/**
 * - `pending`: the slot is held until `confirm_by`; the office has to say yes
 * - `confirmed`: by the office, or at once where the line asks nobody
 * - `user-confirmed`: its owner said that they will come
 * - `called`: the desk called it; `attended` or `missed` afterwards
 * - `cancelled` by its owner, `expired` because nobody confirmed, `removed` by a clerk, for somebody who
 *   asked for it or because it was not booked by whose document it names: the slot is free again
 */
export const RESERVATION_STATES = [
  'pending',
  'confirmed',
  'user-confirmed',
  'called',
  'attended',
  'missed',
  'cancelled',
  'expired',
  'removed',
] as const
export type ReservationState = (typeof RESERVATION_STATES)[number]

interface Stateful {
  state: ReservationState
}

/** The office, or its owner, said yes, and nobody called it yet. */
export const PROMISED_STATES = ['confirmed', 'user-confirmed'] as const satisfies readonly ReservationState[]
/** It waits for its time, or for the office's yes. */
export const HELD_STATES = ['pending', ...PROMISED_STATES] as const
/** Nothing more happens to it. */
export const DONE_STATES = ['attended', 'missed', 'cancelled', 'expired', 'removed'] as const
/** Nobody's silence, nor the office, ever said yes to it. */
const NEVER_CONFIRMED_STATES = ['pending', 'cancelled', 'expired', 'removed'] as const

const isOneOf =
  (states: readonly ReservationState[]) =>
  ({ state }: Stateful): boolean =>
    states.includes(state)

export const isPromised = isOneOf(PROMISED_STATES)
export const isHeld = isOneOf(HELD_STATES)
export const isDone = isOneOf(DONE_STATES)

/** Whether the office, or nobody's silence, has said yes; whatever became of it afterwards. */
export const isConfirmed = (state: ReservationState): boolean => !isOneOf(NEVER_CONFIRMED_STATES)({ state })
