import { addDays, hoursOn, minutesOf, wallTime } from '#contract/rules/office-time.ts'
import { type Stretch, wallStretches } from '#contract/rules/wall-stretches.ts'
import type { LinePlan } from './line-plan.ts'

const MINUTE_MS = 60_000

/** A block of a line, as instants: really so long, whatever the clock on the wall shows meanwhile. */
export type Block = Stretch

type DayPlan = Pick<LinePlan, 'hours' | 'office_hours' | 'closed_days' | 'time_zone' | 'minutes'>

/**
 * The blocks of a day by the office's own calendar, in their order. They follow each other without a gap from
 * each opening on, as long as they end before the closing: on a day of 25 hours there are more of them, on
 * one of 23 fewer.
 * @param day YYYY-MM-DD
 */
export function blocksOfDay(plan: DayPlan, day: string): Block[] {
  const { hours, office_hours, closed_days, time_zone, minutes } = plan
  const open = hoursOn(day, { hours: office_hours, closures: closed_days }, hours)
    .flatMap(({ from, to }) => wallStretches(day, minutesOf(from), minutesOf(to), time_zone))
    .sort((a, b) => a.from - b.from)
  const blocks: Block[] = []
  for (const { from, to } of open) {
    // Hours that overlap in the settings give nobody two blocks at one time.
    let start = Math.max(from, blocks.at(-1)?.to ?? from)
    for (; start + minutes * MINUTE_MS <= to; start += minutes * MINUTE_MS) {
      blocks.push({ from: start, to: start + minutes * MINUTE_MS })
    }
  }
  return blocks
}

/** The first and the last day that may be booked, by the office's own calendar. */
export function bookableDays(
  { time_zone, days_ahead }: Pick<LinePlan, 'time_zone' | 'days_ahead'>,
  at: Date,
): { first: string; last: string } {
  const first = wallTime(at, time_zone).day
  return { first, last: addDays(first, days_ahead) }
}

/** The blocks of a day that may be booked: none that has begun, none beyond the last day. */
export function bookableBlocks(
  plan: DayPlan & Pick<LinePlan, 'days_ahead' | 'open'>,
  day: string,
  at: Date,
): Block[] {
  const { first, last } = bookableDays(plan, at)
  if (!plan.open || day < first || day > last) return []
  return blocksOfDay(plan, day).filter(block => block.from > at.getTime())
}

/** On which days of the office's calendar a piece of time falls. */
export function daysOf({ from, to }: Stretch, timeZone: string): string[] {
  const first = wallTime(new Date(from), timeZone).day
  const last = wallTime(new Date(to - 1), timeZone).day
  return first === last ? [first] : [first, last]
}

export const overlaps = (a: Stretch, b: Stretch): boolean => a.from < b.to && b.from < a.to

/** Days from the first to the last, both included; at most so many. */
export function daysBetween(first: string, last: string, most: number): string[] {
  const days = first <= last ? [first] : []
  // Ends at the last one and not after it: behind the year 9999 a day has no such name.
  for (let day = first; day < last && days.length < most; days.push(day)) day = addDays(day, 1)
  return days
}
