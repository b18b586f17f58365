import { execFileSync } from 'node:child_process'
import { KeptReports, type KeptReport } from '#tests/support/histories/kept-reports.ts'
import { brokenOff, type SeedReport } from '#tests/support/histories/report.ts'
import { onEmbedded, onPostgres, type Place } from '#tests/support/histories/places.ts'
import { runSeed } from '#tests/support/histories/run-seed.ts'

import type { BenchAsked } from './benches.ts'
import { atMost, type Figure, shown } from './figure.ts'

/** What is run unless told: 20,000 operations, half of them on each database. */
const SEEDS = 4
const OPERATIONS = 5_000
/** No history of so many operations takes that long, unless it hangs. */
const MOST_MS_EACH = 200
const MOST_MS_AROUND = 5 * 60_000

/** How long all of them may take, with the servers that come and go. */
export const longestHistories = ({ seeds = SEEDS, operations = OPERATIONS }: BenchAsked): number =>
  seeds * (operations * MOST_MS_EACH + MOST_MS_AROUND)

/**
 * Histories of everybody's random operations among faults: how much was asked, and what of it was not as it
 * was answered. Those with an odd number are on the embedded database. With a `report`, what stands in that
 * file is gone on with: a seed that is there is not lived again, and all are summed up.
 */
export async function measureHistories(asked: BenchAsked): Promise<Figure[]> {
  const { seeds = SEEDS, operations = OPERATIONS, from = 1 } = asked
  const kept = new KeptReports(asked.report)
  const commit = commitOfToday()
  for (let seed = from; seed < from + seeds; seed += 1) {
    if (kept.has({ seed, wanted: operations })) continue
    const report = await liveSeed({ seed, operations, mostMs: operations * MOST_MS_EACH })
    if (!report) continue
    kept.add({ ...report, commit })
    if (report.excerpt !== '') console.error(report.excerpt)
  }
  return figuresOf(kept.all)
}

/** @returns null where the machine has no PostgreSQL for it */
async function liveSeed(bounds: {
  seed: number
  operations: number
  mostMs: number
}): Promise<SeedReport | null> {
  const [kind, on] =
    bounds.seed % 2 === 1 ? (['embedded', onEmbedded] as const) : (['PostgreSQL', onPostgres] as const)
  try {
    return await on(async (place: Place) => (await runSeed(place, bounds)).report)
  } catch (error) {
    // The others are lived all the same.
    return brokenOff({ seed: bounds.seed, kind, wanted: bounds.operations }, error)
  }
}

function commitOfToday(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname })
      .toString()
      .trim()
  } catch {
    return 'unknown'
  }
}

function figuresOf(reports: readonly KeptReport[]): Figure[] {
  const sum = (of: (report: SeedReport) => number) => reports.reduce((all, each) => all + of(each), 0)
  const whole = (count: number) => count.toLocaleString('en')
  const kinds = new Set(reports.flatMap(({ mishaps }) => Object.keys(mishaps)))
  const beside = [
    `${whole(sum(({ operations }) => operations))} operations`,
    `${reports.length} seeds`,
    `${whole(sum(({ lost }) => lost))} answers lost`,
  ].join(', ')
  return [
    atMost(
      'Histories: what was not as it was answered or told',
      sum(({ violations }) => violations),
      0,
      whole,
      beside,
    ),
    shown(
      'The same, what went wrong among the machines',
      [...kinds].map(kind => `${whole(sum(({ mishaps }) => mishaps[kind] ?? 0))} ${kind}`).join(', '),
    ),
    shown('The same, facts in the logs', whole(sum(({ facts }) => facts))),
    shown('The same, facts that phones heard', whole(sum(({ heard }) => heard))),
  ]
}
