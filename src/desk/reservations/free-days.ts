import { addDays } from '#contract/rules/office-time.ts'

/** The first day from here on that is not taken; null where there is none. YYYY-MM-DD, both ends included. */
export function firstFreeDay(from: string, last: string, taken: ReadonlySet<string>): string | null {
  for (let day = from; day <= last; day = addDays(day, 1)) if (!taken.has(day)) return day
  return null
}
