/** Days are YYYY-MM-DD and months YYYY-MM: a page of a calendar has neither a time of day nor a zone. */
const DAY_MS = 86_400_000
const WEEK = 7

const atMidnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const monthOf = (day: string): string => day.slice(0, 7)
export const asDate = (day: string): Date => new Date(atMidnight(day))

/** 0 Monday … 6 Sunday. */
const weekdayOf = (day: string): number => (asDate(day).getUTCDay() + 6) % WEEK

export const shiftDay = (day: string, days: number): string => dayAt(atMidnight(day) + days * DAY_MS)

/**
 * The same day so many months on, or the last of that month where it is shorter: 31 January, a month on, is
 * the 28th.
 */
export function shiftMonth(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** The weeks of a month, Monday first; null where a day belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const weeks: (string | null)[][] = []
  for (let monday = shiftDay(first, -weekdayOf(first)); monday <= `${month}-31`; ) {
    const week = Array.from({ length: WEEK }, (_, at) => shiftDay(monday, at))
    if (week.some(day => monthOf(day) === month))
      weeks.push(week.map(day => (monthOf(day) === month ? day : null)))
    monday = shiftDay(monday, WEEK)
  }
  return weeks
}

/**
 * Where a key leads from a day, or null where it leads nowhere.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/
 */
export function dayByKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -1)
    case 'ArrowRight':
      return shiftDay(day, 1)
    case 'ArrowUp':
      return shiftDay(day, -WEEK)
    case 'ArrowDown':
      return shiftDay(day, WEEK)
    case 'Home':
      return shiftDay(day, -weekdayOf(day))
    case 'End':
      return shiftDay(day, WEEK - 1 - weekdayOf(day))
    case 'PageUp':
      return shiftMonth(day, -1)
    case 'PageDown':
      return shiftMonth(day, 1)
    default:
      return null
  }
}
