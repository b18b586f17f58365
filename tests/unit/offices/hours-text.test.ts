import { expect, it } from 'vitest'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import { hoursText } from '#server/offices/pages/hours-text.ts'

const on = (weekdays: number[], from: string, to: string): HoursOfDay[] =>
  weekdays.map(weekday => ({ weekday, from, to }))

it.each<[string, HoursOfDay[]]>([
  ['', []],
  ['lunes a viernes de 9:00 a 14:00', on([1, 2, 3, 4, 5], '09:00', '14:00')],
  ['lunes y martes de 9:00 a 14:00, jueves de 9:00 a 14:00', on([1, 2, 4], '09:00', '14:00')],
  [
    'lunes a viernes de 8:30 a 13:00 y de 15:00 a 18:00, sábado de 10:00 a 13:00',
    [
      // A file may name the afternoon first.
      ...on([1, 2, 3, 4, 5], '15:00', '18:00'),
      ...on([6], '10:00', '13:00'),
      ...on([1, 2, 3, 4, 5], '08:30', '13:00'),
    ],
  ],
  ['lunes a domingo todo el día', on([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00')],
])('says the week in few words: %s', (text, hours) => {
  expect(hoursText(hours)).toBe(text)
})
