import { minutesOf } from '#contract/rules/office-time.ts'
import { hoursEntry } from './hours-entry.ts'
import type { Spot } from './spot.ts'

const DAY_NAMES = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Minutes from midnight on one weekday, and the place in the file that says so. */
export interface OpenSpan {
  spot: Spot
  weekday: number
  from: number
  to: number
}

/** Holds hours against themselves. @returns those of them that are well formed, one for each weekday named */
export function checkHours(hours: Spot): OpenSpan[] {
  const taken: OpenSpan[] = []
  for (const spot of hours.items()) {
    const entry = spot.as(hoursEntry)
    if (!entry) continue
    const from = minutesOf(entry.from)
    const to = minutesOf(entry.to)
    if (from >= to) {
      spot.report(
        'hours-backwards',
        `${entry.from} is not before ${entry.to}; hours over midnight are two entries, to 24:00 and from 00:00`,
      )
      continue
    }
    for (const weekday of entry.days) {
      const other = taken.find(slot => slot.weekday === weekday && slot.from < to && from < slot.to)
      if (other) {
        spot.report(
          'hours-overlap',
          `${DAY_NAMES[weekday]} ${entry.from}–${entry.to} overlaps the hours of line ${other.spot.line}`,
        )
      }
      taken.push({ weekday, from, to, spot })
    }
  }
  return taken
}
