import { expect, it } from 'vitest'
import type { LineStop } from '#contract/rest/offices.ts'
import { opensToday } from '#src/desk/work/opens-today.ts'

const EIGHT = '2026-11-27T23:00:00.000Z'
const stopped = (change: Partial<LineStop>): LineStop => ({
  why: 'closed',
  reason: null,
  note: null,
  until: EIGHT,
  by_clock: true,
  ...change,
})
const opens = (stop: LineStop | null | undefined, at = '2026-11-27T15:00:00Z', zone = 'America/Santiago') =>
  opensToday(stop, new Date(at), zone)?.toISOString() ?? null

it('[DESK-09] a line that the clock closed opens today, until the day is over on the wall of the office', () => {
  expect(opens(stopped({}))).toBe(EIGHT)
  expect(opens(stopped({}), '2026-11-27T02:59:00Z')).toBeNull()
  // On Easter Island that is the day before still.
  expect(opens(stopped({}), '2026-11-27T03:30:00Z')).toBe(EIGHT)
  expect(opens(stopped({}), '2026-11-27T03:30:00Z', 'Pacific/Easter')).toBeNull()
})

it('[DESK-09] one that a clerk closed has closed for today, also after midnight in an evening that goes on', () => {
  expect(opens(stopped({ by_clock: undefined }))).toBeNull()
  expect(opens(stopped({ why: 'frozen', by_clock: undefined }))).toBeNull()
  expect(opens(null)).toBeNull()
  expect(opens(undefined)).toBeNull()
})
