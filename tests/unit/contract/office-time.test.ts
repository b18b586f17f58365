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
const opening = (hours: HoursOfDay[], closures: string[] = [], at = LATE_ON_SATURDAY) =>
  openingAt(at, { time_zone: 'Pacific/Easter', hours, closures })

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

describe('[OFF-07] on a closed day', () => {
  const NIGHTS = [...on(EVERY_DAY, '20:00', '24:00'), ...on(EVERY_DAY, '00:00', '04:00')]
  const AFTER_MIDNIGHT = new Date('2026-11-22T05:30:00Z')

  it('the evening before goes on after midnight to its end', () => {
    const sunday = ['2026-11-22']
    expect(opening(NIGHTS, sunday)).toEqual({ open: true, closesAt: '04:00' })
    expect(opening(NIGHTS, sunday, AFTER_MIDNIGHT)).toEqual({ open: true, closesAt: '04:00' })
    const monday = { weekday: 1, at: '20:00', inDays: 1 }
    expect(opening(NIGHTS, sunday, new Date('2026-11-22T09:00:00Z'))).toEqual({ open: false, opens: monday })
  })

  it('nothing opens at midnight of the evening that is closed', () => {
    const saturday = ['2026-11-21']
    const sunday = { weekday: SUNDAY, at: '20:00' }
    expect(opening(NIGHTS, saturday)).toEqual({ open: false, opens: { ...sunday, inDays: 1 } })
    expect(opening(NIGHTS, saturday, AFTER_MIDNIGHT)).toEqual({
      open: false,
      opens: { ...sunday, inDays: 0 },
    })
  })

  it('round the clock, the date is closed from midnight to midnight', () => {
    const always = on(EVERY_DAY, '00:00', '24:00')
    expect(opening(always, ['2026-11-21'])).toEqual({
      open: false,
      opens: { weekday: SUNDAY, at: '00:00', inDays: 1 },
    })
    expect(opening(always, ['2026-11-21'], AFTER_MIDNIGHT)).toEqual({ open: true, closesAt: null })
    // Also where it begins with an evening, and where it ends with a short day.
    const evening = [...on([SATURDAY], '18:00', '24:00'), ...on([SUNDAY], '00:00', '24:00')]
    expect(opening(evening, ['2026-11-22'], AFTER_MIDNIGHT)).toMatchObject({ open: false })
    const short = [...on([SATURDAY], '00:00', '24:00'), ...on([SUNDAY], '00:00', '14:00')]
    expect(opening(short, ['2026-11-22'], AFTER_MIDNIGHT)).toMatchObject({ open: false })
    expect(opening(short, ['2026-11-21'], AFTER_MIDNIGHT)).toEqual({ open: true, closesAt: '14:00' })
  })
})
