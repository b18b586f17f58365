/** A call as one of its bringers tells it: the socket, a push, or a look at the ticket. */
export interface CallMoment {
  /** When it was called at the office, ISO 8601. */
  at: string
  /** The sequence number of the fact; null where the bringer does not know it. */
  seq: number | null
}

/** The same instant may be written with a different number of digits by different bringers. */
const SAME_INSTANT_MS = 1_000

/**
 * Whether what comes in is the call that is known, or an older one that was overtaken. A call that is called
 * again is another call: it happens later.
 *
 * @see rules CALL-06 and PUSH-04
 */
export function isKnownCall(known: CallMoment, coming: CallMoment): boolean {
  if (known.seq !== null && coming.seq !== null) return coming.seq <= known.seq
  return Date.parse(coming.at) - Date.parse(known.at) < SAME_INSTANT_MS
}
