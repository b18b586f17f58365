import { ALMOST_THERE_THRESHOLDS } from '#contract/limits.ts'

export type AlmostThere = (typeof ALMOST_THERE_THRESHOLDS)[number]

/** From the nearest threshold on: whoever waits elsewhere has to set out now. */
export const isAlmostThere = (ahead: number | null): boolean =>
  ahead !== null && ahead <= Math.min(...ALMOST_THERE_THRESHOLDS)

/**
 * The threshold that a ticket has just crossed, or null. When several fall at once (a line that was called in
 * a burst) the nearest is said: "5 to go" after the fact would not help anyone who reads "10 to go" first.
 *
 * @param before people ahead as last known; null when nothing was known, and then only an exact match counts
 * @param ahead people ahead now; null once called
 * @param said thresholds that this ticket was told of already: each is said once, also when letting others
 *   pass made the number grow again
 * @see rule CALL-03
 */
export function almostThere(
  before: number | null,
  ahead: number | null,
  said: readonly number[],
): AlmostThere | null {
  if (ahead === null) return null
  const crossed = ALMOST_THERE_THRESHOLDS.filter(
    threshold => ahead <= threshold && (before === null ? ahead === threshold : before > threshold),
  )
  const nearest = crossed.sort((a, b) => a - b)[0]
  return nearest === undefined || said.some(threshold => threshold <= nearest) ? null : nearest
}
