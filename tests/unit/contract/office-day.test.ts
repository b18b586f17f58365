import { describe, expect, it } from 'vitest'
import { officeDayAt } from '#contract/rules/office-day.ts'
import type { HoursOfDay } from '#contract/rest/offices.ts'

const weekdays = (from: string, to: string, days = [1, 2, 3, 4, 5]): HoursOfDay[] =>
  days.map(weekday => ({ weekday, from, to }))

/** By the wall of the office, which is not told: 2026-11-27 is a Friday. */
const day = (
  at: string,
  hours: HoursOfDay[],
  { time_zone = 'America/Santiago', closures = [] as string[] } = {},
) => {
  const { isOver, ends, next } = officeDayAt(new Date(at), { time_zone, hours, closures })
  return [isOver, ends?.toISOString() ?? null, next?.toISOString() ?? null]
}

describe('the day of an office', () => {
  it('[DESK-09] ends with its hours, and the next begins with those after the weekend', () => {
    const hours = weekdays('09:00', '18:00')
    // Summer time, -03:00.
    expect(day('2026-11-27T20:59:59Z', hours)).toEqual([
      false,
      '2026-11-27T21:00:00.000Z',
      '2026-11-30T12:00:00.000Z',
    ])
    expect(day('2026-11-27T21:00:00Z', hours)).toEqual([
      true,
      '2026-11-27T21:00:00.000Z',
      '2026-11-30T12:00:00.000Z',
    ])
  })

  it('[DESK-09] is not over at noon, where the office opens again in the afternoon', () => {
    const hours = [...weekdays('09:00', '13:00'), ...weekdays('15:00', '18:00')]
    expect(day('2026-11-27T16:30:00Z', hours)[0]).toBe(false)
    expect(day('2026-11-27T16:30:00Z', hours)[1]).toBe('2026-11-27T21:00:00.000Z')
    expect(day('2026-11-27T21:30:00Z', hours)[0]).toBe(true)
    // In the morning, before it opens, the day that is over is that of the day before.
    expect(day('2026-11-27T11:00:00Z', hours)).toEqual([
      true,
      '2026-11-26T21:00:00.000Z',
      '2026-11-27T12:00:00.000Z',
    ])
  })

  it('[DESK-09] goes on over midnight, and belongs to the evening on which it began', () => {
    const hours = [...weekdays('20:00', '24:00', [5, 6]), ...weekdays('00:00', '02:00', [6, 7])]
    const end = '2026-11-28T05:00:00.000Z'
    const next = '2026-11-28T23:00:00.000Z'
    expect(day('2026-11-28T02:00:00Z', hours)).toEqual([false, end, next])
    expect(day('2026-11-28T04:30:00Z', hours)).toEqual([false, end, next])
    expect(day('2026-11-28T05:00:00Z', hours)).toEqual([true, end, next])
  })

  it('[DESK-09] of an office that never shuts begins at midnight, and is never over', () => {
    const hours = weekdays('00:00', '24:00', [1, 2, 3, 4, 5, 6, 7])
    expect(day('2026-11-27T15:00:00Z', hours)).toEqual([
      false,
      '2026-11-28T03:00:00.000Z',
      '2026-11-28T03:00:00.000Z',
    ])
    expect(day('2026-11-28T03:00:00Z', hours)[0]).toBe(false)
  })

  it('[DESK-09] shuts when nobody is served any more: midnight is no such moment where it goes on', () => {
    const everyDay = [1, 2, 3, 4, 5, 6, 7]
    const shuts = (hours: HoursOfDay[], at: string) => {
      const times = { time_zone: 'America/Santiago', hours, closures: [] }
      return officeDayAt(new Date(at), times).shuts?.toISOString() ?? null
    }
    expect(shuts(weekdays('09:00', '18:00'), '2026-11-27T15:00:00Z')).toBe('2026-11-27T21:00:00.000Z')
    const night = [...weekdays('20:00', '24:00', everyDay), ...weekdays('00:00', '02:00', everyDay)]
    expect(shuts(night, '2026-11-28T02:55:00Z')).toBe('2026-11-28T05:00:00.000Z')
    expect(shuts(weekdays('00:00', '24:00', everyDay), '2026-11-28T02:55:00Z')).toBeNull()
    // All of Friday, and Saturday until two.
    const friday = [...weekdays('00:00', '24:00', [5]), ...weekdays('00:00', '02:00', [6])]
    expect(shuts(friday, '2026-11-28T02:55:00Z')).toBe('2026-11-28T05:00:00.000Z')
    // The night in which the clocks go forward, in Santiago, has 23 hours.
    expect(shuts(weekdays('00:00', '24:00', everyDay), '2026-09-05T15:00:00Z')).toBeNull()
    expect(shuts([], '2026-11-27T15:00:00Z')).toBeNull()
  })

  it('[DESK-09] a closed day takes away its evening to the end, and nothing of the one before', () => {
    const everyDay = [1, 2, 3, 4, 5, 6, 7]
    const closed = { closures: ['2026-11-28'] }
    const night = [...weekdays('20:00', '24:00', everyDay), ...weekdays('00:00', '04:00', everyDay)]
    const friday = '2026-11-28T07:00:00.000Z'
    const sunday = '2026-11-29T23:00:00.000Z'
    expect(day('2026-11-28T02:30:00Z', night, closed)).toEqual([false, friday, sunday])
    expect(day('2026-11-28T03:30:00Z', night, closed)).toEqual([false, friday, sunday])
    expect(day('2026-11-28T07:00:00Z', night, closed)).toEqual([true, friday, sunday])
    expect(day('2026-11-29T03:30:00Z', night, closed)).toEqual([true, friday, sunday])
  })

  it('[DESK-09] a closed day of an office that is open round the clock is that of the calendar', () => {
    const closed = { closures: ['2026-11-28'] }
    const [ends, next] = ['2026-11-28T03:00:00.000Z', '2026-11-29T03:00:00.000Z']
    const always = weekdays('00:00', '24:00', [1, 2, 3, 4, 5, 6, 7])
    // Also where that begins with an evening.
    for (const hours of [
      always,
      [...weekdays('20:00', '24:00', [5]), ...weekdays('00:00', '24:00', [6, 7])],
    ]) {
      expect(day('2026-11-28T02:30:00Z', hours, closed)).toEqual([false, ends, next])
      expect(day('2026-11-28T03:30:00Z', hours, closed)).toEqual([true, ends, next])
      expect(day('2026-11-29T03:30:00Z', hours, closed)[0]).toBe(false)
    }
  })

  it('[DESK-09] is over where today became a day without service, and is told by the office’s own clock', () => {
    const hours = weekdays('09:00', '18:00')
    expect(day('2026-11-27T15:00:00Z', hours, { closures: ['2026-11-27'] })[0]).toBe(true)
    // Easter Island is two hours behind.
    expect(day('2026-11-27T22:30:00Z', hours, { time_zone: 'Pacific/Easter' })[0]).toBe(false)
    expect(day('2026-11-27T23:00:00Z', hours, { time_zone: 'Pacific/Easter' })[0]).toBe(true)
    expect(day('2026-11-27T15:00:00Z', [])).toEqual([true, null, null])
  })
})
