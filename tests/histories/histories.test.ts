import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPostgres } from '#tests/support/databases.ts'
import { OF_CLERKS } from '#tests/support/histories/operations-of-clerks.ts'
import { OF_PEOPLE } from '#tests/support/histories/operations-of-people.ts'
import { runSeed } from '#tests/support/histories/run-seed.ts'
import type { Place } from '#tests/support/histories/servers.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

/** Another one each day would find more; the same one lets a failure be looked at again. */
const SEED = Number(process.env.NUMERITO_TEST_SEED ?? 20)
/** Whichever comes first: a machine that does more than people work on does them all. */
const BOUNDS = { operations: 10_000, mostMs: 32_000 }
/** Of what there is to do, some is refused most of the time. */
const KINDS_LEAST = 20

function historyTests(placeOf: () => Place): void {
  it('[PAST-01] [TKT-04] [TKT-11] [RES-07] [CALL-01] [CHAN-07] what everybody was told is true', async () => {
    const { report, history } = await runSeed(placeOf(), { seed: SEED, ...BOUNDS })
    expect(report.excerpt).toBe('')
    // Or nothing was proven.
    const done = new Set(
      history.asked.filter(({ outcome }) => outcome === 'done').map(({ operation }) => operation),
    )
    const all = [...Object.keys(OF_PEOPLE), ...Object.keys(OF_CLERKS), 'take by phone']
    expect(all.filter(operation => done.has(operation)).length).toBeGreaterThanOrEqual(KINDS_LEAST)
    expect(report.lost).toBeGreaterThan(0)
    expect(report.heard).toBeGreaterThan(0)
  })
}

describe('a history · embedded', () => {
  let directory: TemporaryDirectory
  beforeAll(() => {
    directory = makeTemporaryDirectory('history')
  })
  afterAll(() => directory.remove())
  historyTests(() => ({
    settings: { NUMERITO_DATA: directory.path },
    dataDirectory: join(directory.path, 'database'),
    servers: 1,
  }))
})

onPostgres('a history', freshUrl => {
  let databaseUrl = ''
  beforeAll(async () => {
    databaseUrl = await freshUrl()
  })
  historyTests(() => ({
    settings: { DATABASE_URL: databaseUrl },
    dataDirectory: ':memory:',
    databaseUrl,
    servers: 2,
  }))
})
