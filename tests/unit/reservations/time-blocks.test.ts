import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import { addDays, wallTime, weekdayOf } from '#contract/rules/office-time.ts'
import {
  type Block,
  bookableBlocks,
  bookableDays,
  blocksOfDay,
  daysBetween,
  daysOf,
} from '#server/reservations/time-blocks.ts'
import { anyHours, CHANGES, clockTime, everyDay } from '#tests/support/random-calendars.ts'

const MINUTE_MS = 60_000
const plan = (time_zone: string, minutes: number, hours: HoursOfDay[], closed_days: string[] = []) => ({
  time_zone,
  minutes,
  hours,
  office_hours: hours,
  closed_days,
})

const wallOf = (zone: string) => (moment: number) => {
  const { day, minutes } = wallTime(new Date(moment), zone)
  return `${day} ${clockTime(minutes)}`
}
/**
 * What the wall shows every five minutes, from the day before to the day after. Read once: it takes long.
 */
const read = new Map<string, { moment: number; day: string; time: string }[]>()
function fivesAround(day: string, zone: string) {
  const known = read.get(`${day} ${zone}`)
  if (known) return known
  const from = Date.parse(`${day}T00:00:00Z`) - 86_400_000
  const fives = Array.from({ length: (3 * 24 * 60) / 5 }, (_, nth) => from + nth * 5 * MINUTE_MS).map(
    moment => {
      const wall = wallTime(new Date(moment), zone)
      return { moment, day: wall.day, time: clockTime(wall.minutes) }
    },
  )
  read.set(`${day} ${zone}`, fives)
  return fives
}

const starts = (blocks: Block[], zone: string) => blocks.map(({ from }) => wallOf(zone)(from))

describe('the blocks of a day', () => {
  it('follow each other from each opening, and none reaches beyond the closing', () => {
    const hours = [...everyDay('09:00', '10:20'), ...everyDay('14:30', '15:10')]
    const blocks = blocksOfDay(plan('America/Santiago', 20, hours), '2026-11-23')
    expect(starts(blocks, 'America/Santiago')).toEqual(
      ['09:00', '09:20', '09:40', '10:00', '14:30', '14:50'].map(time => `2026-11-23 ${time}`),
    )
    expect(blocksOfDay(plan('America/Santiago', 45, everyDay('09:00', '10:20')), '2026-11-23')).toHaveLength(
      1,
    )
    expect(blocksOfDay(plan('America/Santiago', 480, hours), '2026-11-23')).toEqual([])
  })

  it.each([
    ['America/Santiago', '2026-09-06', 23],
    ['America/Santiago', '2026-11-23', 24],
    ['America/Santiago', '2026-04-04', 25],
    ['Pacific/Easter', '2026-09-05', 23],
    ['Pacific/Easter', '2026-04-04', 25],
    ['UTC', '2026-04-04', 24],
  ])('[RES-03] round the clock in %s there are on %s %d hours of them', (zone, day, hours) => {
    const blocks = blocksOfDay(plan(zone, 60, everyDay('00:00', '24:00')), day)
    expect(blocks).toHaveLength(hours)
    expect(new Set(blocks.map(block => block.from)).size).toBe(hours)
    expect(new Set(starts(blocks, zone)).size).toBe(Math.min(hours, 24))
  })

  it('[RES-03] the hour that is skipped has none, the hour that comes twice has its own twice', () => {
    const night = everyDay('22:00', '24:00')
    const early = everyDay('00:00', '02:00')
    const zone = 'America/Santiago'
    expect(starts(blocksOfDay(plan(zone, 30, early), '2026-09-06'), zone)).toEqual([
      '2026-09-06 01:00',
      '2026-09-06 01:30',
    ])
    expect(starts(blocksOfDay(plan(zone, 30, night), '2026-04-04'), zone)).toEqual(
      ['22:00', '22:30', '23:00', '23:30', '23:00', '23:30'].map(time => `2026-04-04 ${time}`),
    )
  })

  it('[RES-03] over half an hour of daylight saving they stay as long as they are', () => {
    const zone = 'Australia/Lord_Howe'
    const night = everyDay('01:00', '04:00')
    expect(starts(blocksOfDay(plan(zone, 60, night), '2026-10-04'), zone)).toEqual([
      '2026-10-04 01:00',
      '2026-10-04 02:30',
    ])
    expect(starts(blocksOfDay(plan(zone, 60, night), '2026-04-05'), zone)).toEqual([
      '2026-04-05 01:00',
      '2026-04-05 01:30',
      '2026-04-05 02:30',
    ])
  })

  it('eighteen hours across a night in which the clock is changed hold eighteen hours of blocks', () => {
    const zone = 'America/Santiago'
    for (const [before, after, hours] of [
      ['2026-04-04', '2026-04-05', 19],
      ['2026-09-05', '2026-09-06', 17],
      ['2026-11-22', '2026-11-23', 18],
    ] as const) {
      const blocks = [
        ...blocksOfDay(plan(zone, 15, everyDay('15:00', '24:00')), before),
        ...blocksOfDay(plan(zone, 15, everyDay('00:00', '09:00')), after),
      ]
      expect(blocks).toHaveLength(hours * 4)
      for (const [index, block] of blocks.entries()) {
        expect(block.to - block.from).toBe(15 * MINUTE_MS)
        if (index > 0) expect(block.from).toBe(blocks[index - 1]?.to)
      }
    }
  })

  it('a closed day, and a weekday without hours, have none', () => {
    const zone = 'America/Santiago'
    expect(blocksOfDay(plan(zone, 15, everyDay('09:00', '18:00'), ['2026-11-23']), '2026-11-23')).toEqual([])
    const sundays = [{ weekday: 7, from: '09:00', to: '18:00' }]
    expect(blocksOfDay(plan(zone, 15, sundays), '2026-11-23')).toEqual([])
    expect(blocksOfDay(plan(zone, 15, sundays), '2026-11-22')).toHaveLength(36)
  })

  it('[RES-02] a closed day takes away its evening to the end, and nothing of the one before', () => {
    const zone = 'America/Santiago'
    const night = [...everyDay('22:00', '24:00'), ...everyDay('00:00', '02:00')]
    const closed = ['2026-11-23']
    const startsOn = (day: string, hours = night) =>
      starts(blocksOfDay({ ...plan(zone, 60, hours, closed), office_hours: night }, day), zone)
    expect(startsOn('2026-11-23')).toEqual(['2026-11-23 00:00', '2026-11-23 01:00'])
    expect(startsOn('2026-11-24')).toEqual(['2026-11-24 22:00', '2026-11-24 23:00'])
    // A line's own hours are of the evening in which its office is open.
    const late = everyDay('00:30', '01:30')
    expect(startsOn('2026-11-23', late)).toEqual(['2026-11-23 00:30'])
    expect(startsOn('2026-11-24', late)).toEqual([])
  })

  it('hours that overlap by mistake give nobody two blocks at one time', () => {
    const hours = [...everyDay('09:00', '12:00'), ...everyDay('10:30', '13:00')]
    const blocks = blocksOfDay(plan('UTC', 60, hours), '2026-11-23')
    expect(starts(blocks, 'UTC')).toEqual(
      ['09:00', '10:00', '11:00', '12:00'].map(time => `2026-11-23 ${time}`),
    )
  })
})

describe('over random calendars', () => {
  it('[RES-03] every block lies within the hours by the clock on the wall, is as long as it says, and no room is left out', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANGES),
        fc.integer({ min: -1, max: 1 }),
        anyHours,
        fc.integer({ min: 1, max: 96 }).map(fives => fives * 5),
        ([zone, near], offset, hours, minutes) => {
          const day = addDays(near, offset)
          const blocks = blocksOfDay(plan(zone, minutes, hours), day)
          const today = hours.filter(each => each.weekday === weekdayOf(day))
          // By looking at the clock. Each opening has runs of its own, also where the clock's change lets one
          // touch another.
          const runs = today.flatMap(({ from, to }) => {
            const own: { from: number; to: number }[] = []
            for (const { moment, ...wall } of fivesAround(day, zone)) {
              if (wall.day !== day || wall.time < from || wall.time >= to) continue
              const last = own.at(-1)
              if (last?.to === moment) last.to += 5 * MINUTE_MS
              else own.push({ from: moment, to: moment + 5 * MINUTE_MS })
            }
            return own
          })
          runs.sort((one, other) => one.from - other.from)
          const expected = runs.flatMap(({ from, to }) =>
            Array.from({ length: Math.floor((to - from) / (minutes * MINUTE_MS)) }, (_, nth) => ({
              from: from + nth * minutes * MINUTE_MS,
              to: from + (nth + 1) * minutes * MINUTE_MS,
            })),
          )
          expect(blocks).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('what may be booked', () => {
  const zone = 'America/Santiago'
  const at = new Date('2026-11-21T15:00:00Z')
  const line = { ...plan(zone, 60, everyDay('09:00', '18:00')), days_ahead: 2, open: true }

  it('[RES-03] is what begins in the future: not what begins now', () => {
    expect(starts(bookableBlocks(line, '2026-11-21', at), zone)[0]).toBe('2026-11-21 13:00')
    expect(bookableBlocks(line, '2026-11-20', at)).toEqual([])
    expect(bookableBlocks({ ...line, open: false }, '2026-11-22', at)).toEqual([])
  })

  it('ends with the last day by the office’s own calendar', () => {
    expect(bookableDays(line, at)).toEqual({ first: '2026-11-21', last: '2026-11-23' })
    expect(bookableBlocks(line, '2026-11-23', at)).toHaveLength(9)
    expect(bookableBlocks(line, '2026-11-24', at)).toEqual([])
    // It is still the 20th there.
    expect(bookableDays(line, new Date('2026-11-21T02:59:00Z')).first).toBe('2026-11-20')
  })

  it('lists the days from one to another, to the end of what a day can be named, and no more than are wanted', () => {
    expect(daysBetween('2026-02-27', '2026-03-01', 9)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(daysBetween('2026-02-27', '2026-03-01', 2)).toEqual(['2026-02-27', '2026-02-28'])
    expect(daysBetween('9999-12-30', '9999-12-31', 9)).toEqual(['9999-12-30', '9999-12-31'])
    expect(daysBetween('2026-03-01', '2026-02-27', 9)).toEqual([])
  })

  it('knows on which of the office’s days a piece of time falls', () => {
    const midnight = Date.parse('2026-11-22T03:00:00Z')
    expect(daysOf({ from: midnight - 60_000, to: midnight }, zone)).toEqual(['2026-11-21'])
    expect(daysOf({ from: midnight - 60_000, to: midnight + 1 }, zone)).toEqual(['2026-11-21', '2026-11-22'])
  })
})
