import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { takeTicket } from '#server/queue/take-ticket.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { type Figure, shown } from './figure.ts'
import { onPrivatePostgres } from './private-postgres.ts'
import { median } from './quantile.ts'

/** So many people press at the same time, and press again as soon as they are answered. */
const AT_ONCE = 32
/** Takings in one burst. The lines are emptied after it: nobody stands in a line of thousands. */
const BURST = 500
const ROUNDS = 7
/** Not counted: nothing is compiled, planned or cached yet. */
const WARM_UP = 2
const OFFICES = 10
const LINES_EACH = 5

type Kind = 'insert' | 'hot' | 'many'

/** @returns how many a second */
async function burst(one: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const worker = async () => {
    while (next < BURST) await one(next++)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (1000 * BURST) / (performance.now() - start)
}

async function raceOn(database: Database): Promise<Record<Kind, number>> {
  const { db } = database
  await migrate(database)
  await sql`create table bare (id uuid primary key, at timestamptz not null)`.execute(db)
  const offices = await Promise.all(Array.from({ length: OFFICES }, () => queueOffice(database)))
  const lines: { office_id: number; line_id: number }[] = []
  for (let index = 0; index < OFFICES * LINES_EACH; index++) {
    const office = offices[index % OFFICES]!
    lines.push({ office_id: office.office_id, line_id: await office.line() })
  }
  // One gate for one process, as the server has it.
  const { context } = offices[0]!
  const at = context.clock.now()
  const { rows: people } = await sql<{ id: string }>`
    insert into users (id, temporal, created_at)
    select gen_random_uuid(), true, ${at}::timestamptz from generate_series(1, ${BURST}::integer)
    returning id`.execute(db)

  const take = (index: number, line: { office_id: number; line_id: number }) =>
    takeTicket(context, {
      office: { office_id: line.office_id },
      line_id: line.line_id,
      user_id: people[index]!.id,
      request_id: systemRandom.uuid(),
    })
  const contests: Record<Kind, (index: number) => Promise<unknown>> = {
    insert: () => sql`insert into bare values (${systemRandom.uuid()}::uuid, ${at}::timestamptz)`.execute(db),
    hot: index => take(index, lines[0]!),
    many: index => take(index, lines[index % lines.length]!),
  }

  const rates: Record<Kind, number[]> = { insert: [], hot: [], many: [] }
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const kind of ['insert', 'hot', 'many'] as const) {
      const rate = await burst(contests[kind])
      if (round >= WARM_UP) rates[kind].push(rate)
      await sql`update tickets set state = 'attended' where state = 'waiting'`.execute(db)
      // As the server's own upkeep does, in its time: dead rows of one burst are not the next one's affair.
      await sql`vacuum (analyze) tickets`.execute(db)
    }
  }
  return { insert: median(rates.insert), hot: median(rates.hot), many: median(rates.many) }
}

async function onEmbedded(): Promise<Record<Kind, number>> {
  const { path, remove } = makeTemporaryDirectory('bench-embedded')
  const database = await openDatabase({ dataDirectory: join(path, 'data') })
  try {
    return await raceOn(database)
  } finally {
    await database.close()
    remove()
  }
}

function onPostgres(): Promise<Record<Kind, number> | null> {
  return onPrivatePostgres(async databaseUrl => {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    try {
      return await raceOn(database)
    } finally {
      await database.close()
    }
  })
}

function figuresOf(where: string, { insert, hot, many }: Record<Kind, number>): Figure[] {
  const beside = (rate: number) =>
    `${rate.toFixed(0)}/s, ${(rate / insert).toFixed(2)} of a bare INSERT’s ${insert.toFixed(0)}/s`
  return [
    shown(`Tickets taken, one hot line, ${where}`, beside(hot)),
    shown(`Tickets taken, ${OFFICES * LINES_EACH} lines of ${OFFICES} offices, ${where}`, beside(many)),
  ]
}

/**
 * Takings through the server's own verb, every one committed to the disk, in turns with single-row INSERTs through the
 * same pool, as many at once.
 */
export async function measureTicketsPerSecond(): Promise<Figure[]> {
  const embedded = await onEmbedded()
  const postgres = await onPostgres()
  return [
    ...figuresOf('embedded', embedded),
    ...(postgres
      ? figuresOf('PostgreSQL', postgres)
      : [shown('Tickets taken, PostgreSQL', 'not measured: there is no PostgreSQL here')]),
  ]
}
