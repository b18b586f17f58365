import { changeBetween, offsetAt } from '#contract/rules/zone-offset.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const YEAR_MS = 366 * DAY_MS

/** What the zone's wall shows, as if it were UTC: milliseconds since the epoch. */
const wallOf = (time: number, timeZone: string): number => time + offsetAt(time, timeZone)

/** YYYYMMDDTHHMMSS on the zone's wall. */
export const wallStamp = (time: number, timeZone: string): string => stampOf(wallOf(time, timeZone))
/** YYYYMMDDTHHMMSS of a moment in UTC. */
export const stampOf = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** The longest that a zone's clock is ever set back at once. */
const LONGEST_TURN_MS = 3 * 60 * MINUTE_MS

/**
 * Whether the zone's wall shows the same twice, because the clock is set back in between: then it names no
 * moment.
 */
export function comesTwice(time: number, timeZone: string): boolean {
  const turn = (before: number, after: number) => offsetAt(before, timeZone) - offsetAt(after, timeZone)
  const setBackBefore = turn(time - LONGEST_TURN_MS, time)
  const setBackAfter = turn(time, time + LONGEST_TURN_MS)
  const isTheSameAt = (other: number) => wallOf(other, timeZone) === wallOf(time, timeZone)
  return (
    (setBackBefore > 0 && isTheSameAt(time - setBackBefore)) ||
    (setBackAfter > 0 && isTheSameAt(time + setBackAfter))
  )
}

const offsetText = (offset: number): string => {
  const size = Math.abs(offset) / MINUTE_MS
  const two = (part: number) => String(part).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

/**
 * A zone's clock a year before and after a moment, as lines of a VTIMEZONE: what it turned to, when, and from
 * what. Each change is written out, so that no rule of any year has to be known.
 * @see https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5
 */
export function zoneLines(around: number, timeZone: string): string[] {
  const start = around - YEAR_MS
  const turns = [{ at: start, from: offsetAt(start, timeZone), to: offsetAt(start, timeZone) }]
  for (let day = start; day < around + YEAR_MS; day += DAY_MS) {
    const [from, to] = [offsetAt(day, timeZone), offsetAt(day + DAY_MS, timeZone)]
    if (from !== to) turns.push({ at: changeBetween(day, day + DAY_MS, timeZone), from, to })
  }
  const standard = Math.min(...turns.map(({ to }) => to))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...turns.flatMap(({ at, from, to }) => {
      const kind = to === standard ? 'STANDARD' : 'DAYLIGHT'
      return [
        `BEGIN:${kind}`,
        // By the wall as it was until then.
        `DTSTART:${stampOf(at + from)}`,
        `TZOFFSETFROM:${offsetText(from)}`,
        `TZOFFSETTO:${offsetText(to)}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}
