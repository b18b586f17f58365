import { expect, it } from 'vitest'
import { changeBetween, offsetAt } from '#contract/rules/zone-offset.ts'

const HOUR_MS = 3_600_000

/** When a zone's clock was changed, and by how many hours it is ahead of UTC before and after. */
const CHANGES: [zone: string, at: string, before: number, after: number][] = [
  ['America/Santiago', '2026-04-05T03:00:00Z', -3, -4],
  ['America/Santiago', '2026-09-06T04:00:00Z', -4, -3],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 11, 10.5],
  ['Asia/Kathmandu', '1985-12-31T18:30:00Z', 5.5, 5.75],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', -10, 14],
]

it.each(CHANGES)(
  '%s is changed at %s, whatever moments that is looked for between',
  (zone, at, before, after) => {
    const change = Date.parse(at)
    for (const [earlier, later] of [
      [change - 24 * HOUR_MS, change + 24 * HOUR_MS],
      [change - 59_999, change],
      [change - 61_234, change + 59_999],
      [change - 5 * HOUR_MS - 6_000, change + HOUR_MS + 1],
    ] as const) {
      expect([offsetAt(earlier, zone), offsetAt(later, zone)]).toEqual([before * HOUR_MS, after * HOUR_MS])
      expect(changeBetween(earlier, later, zone)).toBe(change)
    }
  },
)
