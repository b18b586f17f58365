import { officeDaySpan } from '#contract/rules/office-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'

/**
 * From when on a call is of an office's today: after midnight still of the evening that goes on, as on the
 * wall.
 */
export const callsSince = (at: Date, times: OpeningTimes): Date => officeDaySpan(at, times).from

/** The number called last, if that was since then. */
export const lastCallSince = (
  { call, called_at }: { call: string | null; called_at: Date | null },
  since: Date,
): string | null => (called_at !== null && called_at >= since ? call : null)
