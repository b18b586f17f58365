import { wallTime } from '#contract/rules/office-time.ts'

/** The number called last, if that was on the office's own today. */
export function lastCallToday(
  { call, called_at }: { call: string | null; called_at: Date | null },
  timeZone: string,
  at: Date,
): string | null {
  if (called_at === null) return null
  return wallTime(called_at, timeZone).day === wallTime(at, timeZone).day ? call : null
}
