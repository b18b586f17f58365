import { expect, it } from 'vitest'
import type { Closing } from '#contract/rest/desk-day.ts'
import { dayBounds } from '#server/queue/lines/day-bounds.ts'

const NINE_TO_SIX = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '09:00', to: '18:00' }))
const NOON = '2026-11-27T15:00:00Z'
const CLOSES = '2026-11-27T21:00:00.000Z'

/** Santiago's wall is three hours behind in November. */
const bounds = (at: string, closing: Closing) => {
  const times = { time_zone: 'America/Santiago', hours: NINE_TO_SIX, closures: [], closing }
  const { closesAt, hoursFrom } = dayBounds(times, new Date(at))
  return [closesAt?.toISOString() ?? null, hoursFrom?.toISOString() ?? null]
}

it('[WAIT-04] [DESK-09] a wait ends with the day only where whoever waits then is sent home', () => {
  expect(bounds(NOON, 'send-home')).toEqual([CLOSES, null])
  expect(bounds(NOON, 'finish')).toEqual([null, null])
})

it('[WAIT-04] [DESK-09] after closing nobody is told of its end: only of when the next day begins', () => {
  for (const closing of ['send-home', 'finish'] as const)
    expect(bounds(CLOSES, closing)).toEqual([null, '2026-11-28T12:00:00.000Z'])
})
