import { describe, expect, it } from 'vitest'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import { asideUntil } from '#contract/rules/aside-until.ts'

const everyDay = (from: string, to: string): HoursOfDay[] =>
  [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from, to }))

/** By an office of -03:00. */
const until = (since: string, hours: HoursOfDay[]) =>
  asideUntil(new Date(since), { time_zone: 'America/Santiago', hours, closures: [] }).toISOString()

describe('a number that stands aside', () => {
  it('[DESK-07] is held for six hours after the hours of its day, a pause at noon included', () => {
    const hours = [...everyDay('09:00', '13:00'), ...everyDay('15:00', '18:00')]
    expect(until('2026-11-27T12:30:00Z', hours)).toBe('2026-11-28T03:00:00.000Z')
    expect(until('2026-11-27T17:00:00Z', hours)).toBe('2026-11-28T03:00:00.000Z')
  })

  it('[DESK-07] is held for six hours from when it was set aside, where no day runs', () => {
    expect(until('2026-11-27T22:00:00Z', everyDay('09:00', '18:00'))).toBe('2026-11-28T04:00:00.000Z')
    expect(until('2026-11-27T11:00:00Z', everyDay('09:00', '18:00'))).toBe('2026-11-27T17:00:00.000Z')
    expect(until('2026-11-27T12:00:00Z', [])).toBe('2026-11-27T18:00:00.000Z')
  })

  it('[DESK-07] is held for six hours after a midnight at which its office does not shut', () => {
    const midnight = '2026-11-28T09:00:00.000Z'
    expect(until('2026-11-28T02:59:00Z', everyDay('00:00', '24:00'))).toBe(midnight)
  })
})
