import { describe, expect, it } from 'vitest'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'

const SATURDAY = 6
const SUNDAY = 7
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

const on = (days: number[], from: string, to: string): HoursOfDay[] =>
  days.map(weekday => ({ weekday, from, to }))
/** Easter Island is five hours behind in November: this is Saturday, 22:00 there. */
const LATE_ON_SATURDAY = new Date('2026-11-22T03:00:00Z')
const opening = (hours: HoursOfDay[], closures: string[] = []) =>
  openingAt(LATE_ON_SATURDAY, { time_zone: 'Pacific/Easter', hours, closures })

describe('[OFF-07] until when an office is open that is open late', () => {
  it('is midnight, where it ends there', () => {
    const until = { open: true, closesAt: '24:00' }
    expect(opening(on(EVERY_DAY, '18:00', '24:00'))).toEqual(until)
    expect(opening(on([SATURDAY], '00:00', '24:00'))).toEqual(until)
  })

  it('is the hour after midnight, where the evening goes on', () => {
    const hours = [...on([SATURDAY], '18:00', '24:00'), ...on([SUNDAY], '00:00', '02:00')]
    expect(opening(hours)).toEqual({ open: true, closesAt: '02:00' })
  })

  it('is midnight, where the next day is a closed one', () => {
    expect(opening(on(EVERY_DAY, '00:00', '24:00'), ['2026-11-22'])).toEqual({
      open: true,
      closesAt: '24:00',
    })
  })

  it('is said of no hour, where it goes on round the clock', () => {
    expect(opening(on(EVERY_DAY, '00:00', '24:00'))).toEqual({ open: true, closesAt: null })
  })

  it('is its own hour, on the wall of the office', () => {
    expect(opening(on(EVERY_DAY, '21:00', '23:30'))).toEqual({ open: true, closesAt: '23:30' })
    expect(opening(on(EVERY_DAY, '21:00', '22:00'))).toMatchObject({ open: false })
  })
})
