import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeedReport } from '#tests/support/histories/report.ts'
import { runSeed } from '#tests/support/histories/run-seed.ts'
import type { Place } from '#tests/support/histories/servers.ts'
import { onPrivatePostgres } from '#tests/support/private-postgres.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import type { BenchAsked } from './benches.ts'
import { atMost, type Figure, shown } from './figure.ts'

/** What is run unless told: 20,000 operations, half of them on each database. */
const SEEDS = 4
const OPERATIONS = 5_000
/** No history of so many operations takes that long, unless it hangs. */
const MOST_MS_EACH = 60
const MOST_MS_AROUND = 5 * 60_000

/** How long all of them may take, with the servers that come and go. */
export const longestHistories = ({ seeds = SEEDS, operations = OPERATIONS }: BenchAsked): number =>
  seeds * (operations * MOST_MS_EACH + MOST_MS_AROUND)

async function onEmbedded(use: (place: Place) => Promise<SeedReport>): Promise<SeedReport> {
  const { path, remove } = makeTemporaryDirectory('histories')
  try {
    return await use({
      settings: { NUMERITO_DATA: path },
      dataDirectory: join(path, 'database'),
      servers: 1,
    })
  } finally {
    remove()
  }
}

const onPostgres = (use: (place: Place) => Promise<SeedReport>): Promise<SeedReport | null> =>
  onPrivatePostgres(databaseUrl =>
    use({ settings: { DATABASE_URL: databaseUrl }, dataDirectory: ':memory:', databaseUrl, servers: 2 }),
  )

/**
 * Histories of everybody's random operations among faults: how much was asked, and what of it was not as it
 * was answered. Those with an odd number are on the embedded database.
 */
export async function measureHistories(asked: BenchAsked): Promise<Figure[]> {
  const { seeds = SEEDS, operations = OPERATIONS, from = 1 } = asked
  const reports: SeedReport[] = []
  for (let seed = from; seed < from + seeds; seed += 1) {
    const bounds = { seed, operations, mostMs: operations * MOST_MS_EACH }
    const run = async (place: Place) => (await runSeed(place, bounds)).report
    const report = await (seed % 2 === 1 ? onEmbedded(run) : onPostgres(run))
    if (!report) continue
    reports.push(report)
    // As they come: a run of many hours that is ended has still said what it found.
    if (asked.report !== undefined)
      writeFileSync(asked.report, `${reports.map(each => JSON.stringify(each)).join('\n')}\n`)
    if (report.excerpt !== '') console.error(report.excerpt)
  }
  const sum = (of: (report: SeedReport) => number) => reports.reduce((all, each) => all + of(each), 0)
  const whole = (count: number) => count.toLocaleString('en')
  const beside = [
    `${whole(sum(({ operations: count }) => count))} operations`,
    `${reports.length} seeds`,
    `${whole(sum(({ lost }) => lost))} answers lost`,
    `${whole(sum(({ mishaps }) => mishaps))} faults of the machines`,
  ].join(', ')
  return [
    atMost(
      'Histories: what was not as it was answered or told',
      sum(({ violations }) => violations),
      0,
      whole,
      beside,
    ),
    shown('The same, facts in the logs', whole(sum(({ facts }) => facts))),
    shown('The same, facts that phones heard', whole(sum(({ heard }) => heard))),
  ]
}
