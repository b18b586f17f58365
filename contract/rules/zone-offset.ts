import { wallTime } from './office-time.ts'

const MINUTE_MS = 60_000

/** How far a zone's clock is ahead of UTC at a moment, both in milliseconds: whole minutes. */
export function offsetAt(moment: number, timeZone: string): number {
  const { day, minutes } = wallTime(new Date(moment), timeZone)
  return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS - Math.floor(moment / MINUTE_MS) * MINUTE_MS
}

/**
 * The minute from which a zone's clock shows something else than it would have, between two moments whose
 * offsets differ, and between which it is changed once. Milliseconds since 1970, as they are.
 */
export function changeBetween(before: number, after: number, timeZone: string): number {
  let [earlier, later] = [Math.floor(before / MINUTE_MS), Math.floor(after / MINUTE_MS)]
  const old = offsetAt(before, timeZone)
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2)
    if (offsetAt(middle * MINUTE_MS, timeZone) === old) earlier = middle
    else later = middle
  }
  return later * MINUTE_MS
}
