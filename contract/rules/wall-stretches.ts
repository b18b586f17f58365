import { addDays } from './office-time.ts'
import { changeBetween, offsetAt } from './zone-offset.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const DAY_MINUTES = 24 * 60

/** A piece of time, in milliseconds since 1970: `from` belongs to it, `to` does not. */
export interface Stretch {
  from: number
  to: number
}

/** The time around a day, cut where the clock is changed: nowhere is it changed twice in three days. */
function piecesAround(midnight: number, timeZone: string): (Stretch & { offset: number })[] {
  // No zone is as far as a day from UTC.
  const [from, to] = [midnight - DAY_MS, midnight + 2 * DAY_MS]
  const [first, last] = [offsetAt(from, timeZone), offsetAt(to, timeZone)]
  if (first === last) return [{ from, to, offset: first }]
  const change = changeBetween(from, to, timeZone)
  return [
    { from, to: change, offset: first },
    { from: change, to, offset: last },
  ]
}

/**
 * When the clock on the wall shows this day and a time from `from` to `to` (minutes, 0 to 1440): usually one
 * stretch. An hour that is skipped is no part of it; one that comes twice is there twice, and where that
 * leaves a gap between the two they are two stretches. In their order.
 * @param day YYYY-MM-DD
 */
export function wallStretches(day: string, from: number, to: number, timeZone: string): Stretch[] {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const stretches: Stretch[] = []
  for (const piece of piecesAround(midnight, timeZone)) {
    const start = Math.max(piece.from, midnight + from * MINUTE_MS - piece.offset)
    const end = Math.min(piece.to, midnight + to * MINUTE_MS - piece.offset)
    if (start >= end) continue
    const before = stretches.at(-1)
    if (before?.to === start) before.to = end
    else stretches.push({ from: start, to: end })
  }
  return stretches
}

/**
 * The first moment of a day at which the clock on the wall shows this time, in minutes, or a later one: where
 * the time is skipped, the moment after the gap.
 */
export function instantOfWallTime(day: string, minutes: number, timeZone: string): Date {
  const [first] = wallStretches(day, minutes, DAY_MINUTES, timeZone)
  return first ? new Date(first.from) : instantOfWallTime(addDays(day, 1), 0, timeZone)
}
