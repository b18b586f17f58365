import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { systemRandom } from '#server/platform/random.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { atLeast, type Figure, shown, times } from './figure.ts'
import { onPrivatePostgres } from '#tests/support/private-postgres.ts'
import { median } from './quantile.ts'

/**
 * So many people press at the same time, and press again as soon as they are answered, unless it is said
 * otherwise.
 */
const AT_ONCE = 32
/** Presses in one burst. */
export const BURST = 500
const ROUNDS = 7
/** Not counted: nothing is compiled, planned or cached yet. */
const WARM_UP = 2

/** How many a second, beside a bare INSERT's. */
type Rates<Kind extends string> = Record<Kind | 'insert', number>

/** @returns how many a second */
async function burst(one: (index: number) => Promise<unknown>, atOnce: number): Promise<number> {
  let next = 0
  const worker = async () => {
    while (next < BURST) await one(next++)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (1000 * BURST) / (performance.now() - start)
}

/** As many people as a burst has presses. @returns their ids */
export async function invitePeople(db: Kysely<Tables>, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, temporal, created_at)
    select gen_random_uuid(), true, ${at}::timestamptz from generate_series(1, ${BURST}::integer)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Lets the contests run in turns with bare INSERTs of a row through the same pool.
 * @param tidyUp between two bursts: nobody is in the next one's way
 * @param atOnce how many press at the same time, and insert
 */
export async function race<Kind extends string>(
  { db }: Database,
  contests: Record<Kind, (index: number) => Promise<unknown>>,
  tidyUp: () => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<Rates<Kind>> {
  await sql`create table bare (id uuid primary key, at timestamptz not null)`.execute(db)
  const at = new Date()
  const runs: [string, (index: number) => Promise<unknown>][] = [
    [
      'insert',
      () => sql`insert into bare values (${systemRandom.uuid()}::uuid, ${at}::timestamptz)`.execute(db),
    ],
    ...Object.entries<(index: number) => Promise<unknown>>(contests),
  ]
  const rates = new Map<string, number[]>(runs.map(([kind]) => [kind, []]))
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [kind, one] of runs) {
      const rate = await burst(one, atOnce)
      if (round >= WARM_UP) rates.get(kind)?.push(rate)
      await tidyUp()
    }
  }
  return Object.fromEntries([...rates].map(([kind, each]) => [kind, median(each)])) as Rates<Kind>
}

async function onEmbedded<T>(measure: (database: Database) => Promise<T>): Promise<T> {
  const { path, remove } = makeTemporaryDirectory('bench-embedded')
  const database = await openDatabase({ dataDirectory: join(path, 'data') })
  try {
    await migrate(database)
    return await measure(database)
  } finally {
    await database.close()
    remove()
  }
}

function onPostgres<T>(measure: (database: Database) => Promise<T>): Promise<T | null> {
  return onPrivatePostgres(async databaseUrl => {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    try {
      await migrate(database)
      return await measure(database)
    } finally {
      await database.close()
    }
  })
}

/** What a contest counts, as the table says it, and what share of the bare INSERTs it has to reach. */
export interface Contest {
  name: string
  least?: Record<Database['kind'], number>
}

/** The same contests on both databases, every change committed to the disk, as a line each of the table. */
export async function compareDatabases<Kind extends string>(
  contests: Record<Kind, Contest>,
  raceOn: (database: Database) => Promise<Rates<Kind>>,
): Promise<Figure[]> {
  const kinds = Object.entries<Contest>(contests) as [Kind, Contest][]
  const figures = (kind: Database['kind'], where: string, rates: Rates<Kind> | null) =>
    kinds.map(([contest, { name: what, least }]) => {
      const name = `${what}, ${where}, beside bare INSERTs`
      if (!rates) return shown(name, 'not measured: there is no PostgreSQL here')
      const [rate, insert] = [rates[contest], rates.insert]
      const beside = `${rate.toFixed(0)}/s : ${insert.toFixed(0)}/s`
      return least
        ? atLeast(name, rate / insert, least[kind], times, beside)
        : shown(name, `${times(rate / insert)} (${beside})`)
    })
  const embedded = await onEmbedded(raceOn)
  const postgres = await onPostgres(raceOn)
  return [...figures('embedded', 'embedded', embedded), ...figures('postgres', 'PostgreSQL', postgres)]
}
