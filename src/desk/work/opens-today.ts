import type { LineStop } from '#contract/rest/offices.ts'
import { wallTime } from '#contract/rules/office-time.ts'

/**
 * When a line gives numbers again that the clock closed, where that is today still: before the doors open.
 * Null for one that has closed for today, or by a clerk's word, and for one that is not closed.
 */
export function opensToday(stopped: LineStop | null | undefined, now: Date, timeZone: string): Date | null {
  if (!stopped?.by_clock || stopped.until === null) return null
  const opens = new Date(stopped.until)
  return wallTime(opens, timeZone).day === wallTime(now, timeZone).day ? opens : null
}
