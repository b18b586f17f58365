import { CALL_SOUNDS_WITHIN_MS } from '#contract/limits.ts'
import type { WallCall, WallState } from '#contract/rest/devices.ts'

/**
 * The calls that nobody in the room has heard yet, the oldest first. What happened while the wall was away is
 * shown, and sounds only if it was a moment ago: an old call must not send anybody to a module.
 * @param heard the fact up to which everything was heard; null for a wall that has just come
 */
export function newCalls(heard: number | null, { calls, at, seq }: WallState): WallCall[] {
  // One that has heard more than there is has heard another database.
  if (heard === null || heard > seq) return []
  const since = Date.parse(at) - CALL_SOUNDS_WITHIN_MS
  return calls.filter(call => call.seq > heard && Date.parse(call.at) >= since).toReversed()
}
