import { addDays, hoursOn, minutesOf, officeDateOf, type OpeningTimes, wallTime } from './office-time.ts'
import { instantOfWallTime, type Stretch, wallStretches } from './wall-stretches.ts'

/** Hours that begin a week from now are the last that anybody asks for. */
const DAYS_AHEAD = 8
/** Of the shortest one, in which the clocks go forward. */
const WHOLE_DAY_MS = 23 * 3_600_000

export interface OfficeDay {
  /** Its date on the wall, YYYY-MM-DD: after midnight still the evening's, for as long as that goes on. */
  of: string
  /** Its hours have ended, and the next ones are of another day. */
  isOver: boolean
  /** When the last hours end of the day that runs, or ran last; null where none is near. */
  ends: Date | null
  /** When the next day begins; null where none does within a week. */
  next: Date | null
  /**
   * When nobody is served any more: as `ends`, or later where the next day goes on at once; null where no
   * hours are near, or they go on for all of the next day.
   */
  shuts: Date | null
}

interface OpenStretch extends Stretch {
  /** The day on the wall on which its office's day began. */
  of: string
}

/** From the day before to the week after, in their order. */
function stretchesAround(at: Date, times: OpeningTimes): OpenStretch[] {
  const { day: today } = wallTime(at, times.time_zone)
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => addDays(today, days - 1)).flatMap(day =>
    hoursOn(day, times).flatMap(({ weekday, from, to }) => {
      const minutes = minutesOf(from)
      const of = officeDateOf({ day, weekday, minutes }, times.hours)
      return wallStretches(day, minutes, minutesOf(to), times.time_zone).map(stretch => ({ ...stretch, of }))
    }),
  )
}

/**
 * Where a moment falls in the days of an office. A day is all the hours of one date: a pause at noon does not
 * end it. Hours that go on over midnight belong to the evening on which they began; an office that never
 * shuts begins a new day at midnight.
 */
export function officeDayAt(at: Date, times: OpeningTimes): OfficeDay {
  const now = at.getTime()
  const stretches = stretchesAround(at, times)
  const current = stretches.find(({ from, to }) => from <= now && now < to)
  const before = current ?? stretches.findLast(({ to }) => to <= now)
  const after = stretches.filter(({ from }) => from > now)
  const isOver = !current && after[0]?.of !== before?.of
  const next = after.find(({ of }) => of !== before?.of)
  const last = before && stretches.findLast(({ of }) => of === before.of)
  return {
    of: isOver || !before ? wallTime(at, times.time_zone).day : before.of,
    isOver: isOver || stretches.length === 0,
    ends: last ? new Date(last.to) : null,
    next: next ? new Date(next.from) : null,
    shuts: last ? shutsAfter(last, stretches) : null,
  }
}

function shutsAfter(last: Stretch, stretches: readonly Stretch[]): Date | null {
  let end = last.to
  for (const { from, to } of stretches) if (from === end) end = to
  return end - last.to < WHOLE_DAY_MS ? new Date(end) : null
}

/**
 * What is of an office's today: from the midnight with which its date began to the next one, or to the end of
 * an evening that goes on after it.
 */
export function officeDaySpan(at: Date, times: OpeningTimes): { from: Date; to: Date } {
  const { of, ends } = officeDayAt(at, times)
  const midnight = instantOfWallTime(addDays(of, 1), 0, times.time_zone)
  return {
    from: instantOfWallTime(of, 0, times.time_zone),
    to: ends !== null && ends > midnight ? ends : midnight,
  }
}
