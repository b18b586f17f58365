import { describe, expect, it } from 'vitest'
import { isDone, RESERVATION_STATES } from '#contract/rules/reservation-state.ts'
import { isCallable, isDue } from '#src/desk/reservation-turns.ts'

const MINUTE_MS = 60_000
const NOW = Date.parse('2026-11-21T15:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString()

describe('what a desk may do with a reservation', () => {
  it('is called by itself from 15 minutes before its time, once it is confirmed', () => {
    const callable = (state: (typeof RESERVATION_STATES)[number], minutes: number) =>
      isCallable({ state, from: at(minutes) }, NOW)
    expect(callable('confirmed', 15)).toBe(true)
    expect(callable('confirmed', 16)).toBe(false)
    const ever = RESERVATION_STATES.filter(state => callable(state, -5))
    expect(ever).toEqual(['confirmed', 'user-confirmed'])
  })

  it('is due at its time, unless it is by video', () => {
    const due = (minutes: number, meet: boolean) =>
      isDue({ state: 'user-confirmed', from: at(minutes), meet }, NOW)
    expect([due(0, false), due(1, false), due(0, true)]).toEqual([true, false, false])
    expect(isDue({ state: 'pending', from: at(0), meet: false }, NOW)).toBe(false)
  })

  it('is done with once nothing more happens to it', () => {
    expect(RESERVATION_STATES.filter(state => isDone({ state }))).toEqual([
      'attended',
      'missed',
      'cancelled',
      'expired',
      'removed',
    ])
  })
})
