import type { SaidHere } from '#contract/rest/desk.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { type CallWorld, goCall } from './go-call.ts'
import { tuidOfCall } from './refuse-call.ts'

export interface CallReservation extends AtDesk {
  /** The reservation's id. */
  id: string
  /** What became of who stands at the desk. */
  here?: SaidHere | undefined
}

/**
 * Calls this very reservation to the clerk's modulo, by video or in person, from 15 minutes before its time
 * on. Whoever still stood there was attended or missed, as the clerk says.
 * @throws Refusal no-modulo, on-break, arrival-unsaid, desk-moved, not-found, line-not-served,
 * reserve-too-early, press-known; reserve-not-callable, where nobody confirmed it, or it was called or
 * cancelled already. Then nothing changed: the one at the desk stays
 */
export async function callReservation(context: CallWorld, input: CallReservation): Promise<void> {
  const { id: reservation_id, ...call } = input
  tuidOfCall(await goCall(context, { ...call, reservation_id }))
}
