import { expect, it } from 'vitest'
import { describeWith } from '#tests/support/describe-with.ts'
import type { FaultKind } from '#tests/support/histories/faults.ts'
import { OF_CLERKS } from '#tests/support/histories/operations-of-clerks.ts'
import { OF_PEOPLE } from '#tests/support/histories/operations-of-people.ts'
import { onEmbedded, onPostgres, type Place } from '#tests/support/histories/places.ts'
import { runSeed } from '#tests/support/histories/run-seed.ts'
import { findPostgres } from '#tests/support/postgres-programs.ts'

/** Another one each day would find more; the same one lets a failure be looked at again. */
const SEED = Number(process.env.NUMERITO_TEST_SEED ?? 20)
/** Twenty thousand on both databases together; the bench lives as many as one has hours for. */
const BOUNDS = { operations: 10_000, mostMs: 20 * 60_000 }
/** Longer than any other test may take: after the last operation all that was heard and written is read. */
const LONGEST = { timeout: BOUNDS.mostMs + 5 * 60_000 }
/** Of each kind one on either database: all of them on both take twice as long. */
const FAULTS: Record<'embedded' | 'PostgreSQL', readonly FaultKind[]> = {
  embedded: ['killed', 'asleep', 'clock an hour ahead', 'disk full'],
  PostgreSQL: ['killed', 'cut off', 'clock an hour back', 'disk slow'],
}
/** Of what there is to do, some is refused most of the time. */
const KINDS_LEAST = 20

function historyTest(
  kind: keyof typeof FAULTS,
  on: <T>(use: (place: Place) => Promise<T>) => Promise<T | null>,
): void {
  it(
    '[PAST-01] [TKT-04] [TKT-11] [RES-07] [CALL-01] [CHAN-07] what everybody was told is true',
    LONGEST,
    async () => {
      const ran = await on(place => runSeed(place, { seed: SEED, faults: FAULTS[kind], ...BOUNDS }))
      if (!ran) return expect.unreachable('there is no place for it')
      const { report, history } = ran
      expect(report.excerpt).toBe('')
      // Or nothing was proven.
      expect(report.operations).toBeGreaterThanOrEqual(BOUNDS.operations)
      const done = new Set(
        history.asked.filter(({ outcome }) => outcome === 'done').map(({ operation }) => operation),
      )
      const all = [...Object.keys(OF_PEOPLE), ...Object.keys(OF_CLERKS), 'take by phone']
      expect(all.filter(operation => done.has(operation)).length).toBeGreaterThanOrEqual(KINDS_LEAST)
      expect(report.unanswered).not.toEqual({})
      expect(report.heard).toBeGreaterThan(0)
      expect(Object.keys(report.mishaps).length).toBeGreaterThan(1)
    },
  )
}

describeWith(undefined, 'a history · embedded', () => historyTest('embedded', onEmbedded))

const noPostgres = findPostgres()
  ? undefined
  : 'There is no PostgreSQL here: install one (Debian: apt-get install postgresql).'
describeWith(noPostgres, 'a history · PostgreSQL', () => historyTest('PostgreSQL', onPostgres))
