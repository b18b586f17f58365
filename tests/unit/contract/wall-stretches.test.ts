import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { instantOfWallTime, wallStretches } from '#contract/rules/wall-stretches.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Days whose clock is changed, and one beside each whose is not. */
const DAYS: [zone: string, day: string, hours: number][] = [
  ['America/Santiago', '2026-04-04', 25],
  ['America/Santiago', '2026-04-05', 24],
  ['America/Santiago', '2026-09-05', 24],
  ['America/Santiago', '2026-09-06', 23],
  ['Pacific/Easter', '2026-04-04', 25],
  ['Pacific/Easter', '2026-09-05', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['America/Punta_Arenas', '2026-04-04', 24],
  ['Pacific/Kiritimati', '2026-06-01', 24],
  ['Etc/GMT+12', '2026-06-01', 24],
  ['UTC', '2026-06-01', 24],
]

const anyDay = fc.constantFrom(...DAYS)

const iso = (moment: number) => new Date(moment).toISOString()
const shown = (moment: number, zone: string) => wallTime(new Date(moment), zone)

type ShownMinute = { moment: number; day: string; minutes: number }
const read = new Map<string, ShownMinute[]>()

/** What the wall shows minute by minute, from the day before to the day after. Read once: it is expensive. */
function minutesAround(day: string, zone: string): ShownMinute[] {
  const known = read.get(`${day} ${zone}`)
  if (known) return known
  const from = Date.parse(`${day}T00:00:00Z`) - 24 * HOUR_MS
  const minutes = Array.from({ length: 72 * 60 }, (_, nth) => from + nth * MINUTE_MS).map(moment => ({
    moment,
    ...shown(moment, zone),
  }))
  read.set(`${day} ${zone}`, minutes)
  return minutes
}

describe('what the clock on the wall shows', () => {
  it.each(DAYS)('%s on %s lasts %d hours', (zone, day, hours) => {
    const [whole, ...others] = wallStretches(day, 0, 1440, zone)
    expect(others).toEqual([])
    expect(((whole?.to ?? 0) - (whole?.from ?? 0)) / HOUR_MS).toBe(hours)
  })

  it('finds just the minutes at which the wall shows that day and time, in any zone', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(1439), fc.integer({ min: 1, max: 1440 }), ([zone, day], from, length) => {
        const to = Math.min(1440, from + length)
        const expected = minutesAround(day, zone)
          .filter(wall => wall.day === day && wall.minutes >= from && wall.minutes < to)
          .map(({ moment }) => moment)
        const found = wallStretches(day, from, to, zone).flatMap(stretch =>
          Array.from(
            { length: (stretch.to - stretch.from) / MINUTE_MS },
            (_, nth) => stretch.from + nth * MINUTE_MS,
          ),
        )
        expect(found).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('an hour that comes twice is there twice, and what is skipped is not there', () => {
    expect(
      wallStretches('2026-04-04', 23 * 60, 23 * 60 + 30, 'America/Santiago').map(s => iso(s.from)),
    ).toEqual(['2026-04-05T02:00:00.000Z', '2026-04-05T03:00:00.000Z'])
    expect(wallStretches('2026-09-06', 15, 45, 'America/Santiago')).toEqual([])
  })

  it('a day that a zone left out has no time at all', () => {
    expect(wallStretches('2011-12-30', 0, 1440, 'Pacific/Apia')).toEqual([])
  })
})

describe('the moment of a time on the wall', () => {
  it('is the first one that shows it; where it is skipped, the moment after the gap', () => {
    const at = (day: string, minutes: number, zone: string) =>
      instantOfWallTime(day, minutes, zone).toISOString()
    expect(at('2026-11-23', 9 * 60, 'America/Santiago')).toBe('2026-11-23T12:00:00.000Z')
    expect(at('2026-04-04', 23 * 60 + 30, 'America/Santiago')).toBe('2026-04-05T02:30:00.000Z')
    expect(at('2026-09-06', 30, 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z')
    expect(at('2026-10-04', 2 * 60 + 10, 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z')
    expect(at('2011-12-30', 12 * 60, 'Pacific/Apia')).toBe(at('2011-12-31', 0, 'Pacific/Apia'))
  })

  it('is what the wall shows, wherever it is not skipped', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(1439), ([zone, day], minutes) => {
        const wall = shown(instantOfWallTime(day, minutes, zone).getTime(), zone)
        expect(wall.day === day ? wall.minutes >= minutes : wall.day === addDays(day, 1)).toBe(true)
        expect(wallStretches(day, minutes, minutes + 1, zone).length > 0).toBe(
          wall.day === day && wall.minutes === minutes,
        )
      }),
    )
  })
})
