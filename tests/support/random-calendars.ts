import fc from '#tests/support/fast-check.ts'
import type { HoursOfDay } from '#contract/rest/offices.ts'

export const everyDay = (from: string, to: string): HoursOfDay[] =>
  [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from, to }))

/** HH:MM of minutes from midnight. */
export const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Days on which some zones change their clock, by an hour or by half of one, and one on which nobody does.
 */
export const CHANGES: [zone: string, day: string][] = [
  ['America/Santiago', '2026-04-04'],
  ['America/Santiago', '2026-09-06'],
  ['Pacific/Easter', '2026-04-04'],
  ['Pacific/Easter', '2026-09-05'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Europe/Madrid', '2026-03-29'],
  ['Europe/Madrid', '2026-10-25'],
  ['UTC', '2026-06-01'],
]

/** Hours with one or two openings a day, of any length, with a break in between; or of Saturdays alone. */
export const anyHours: fc.Arbitrary<HoursOfDay[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 288 }), { minLength: 4, maxLength: 4 })
  .chain(cuts => {
    const [a = 0, b = 0, c = 0, d = 0] = cuts.sort((x, y) => x - y).map(cut => cut * 5)
    return fc.constantFrom(
      [...everyDay(clockTime(a), clockTime(b)), ...everyDay(clockTime(c), clockTime(d))],
      everyDay(clockTime(a), clockTime(d)),
      [{ weekday: 6, from: clockTime(a), to: clockTime(c) }],
    )
  })
