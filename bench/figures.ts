import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { keepDays } from '#server/figures/keep-days.ts'
import { officeFigures } from '#server/figures/office-figures.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { onPrivatePostgres } from '#tests/support/private-postgres.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { atMost, type Figure, milliseconds, shown, times } from './figure.ts'
import { fillYear } from './growth/fill-year.ts'
import { median, quantile } from './quantile.ts'

const TICKETS = 500_000
const LINES = 5
const ROUNDS = 15
const MOST_TIMES_BARE = 2
const DAY_MS = 24 * 3_600_000
const DAYS = 365

interface Took {
  /** All days counted by the upkeep, nothing kept of any. */
  keeping: number
  /** Asked for the first time after that. */
  first: number
  figures: number[]
  bare: number[]
  /** A number taken while the year is counted by the upkeep, and while nobody counts. */
  takenMeanwhile: number[]
  taken: number[]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** A year of one busy office, asked for in turns with a bare aggregate over the same turns. */
async function measureOn(database: Database): Promise<Took> {
  await migrate(database)
  const office = await queueOffice(database)
  const { context, clock, office_id } = office
  const lineIds: number[] = []
  for (let count = 0; count < LINES; count++) lineIds.push(await office.line())
  await fillYear(database, { lineIds, tickets: TICKETS, today: clock.now() })
  const dayBefore = (days: number) =>
    new Date(clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)
  const [from, to] = [dayBefore(DAYS), dayBefore(0)]
  const year = () => officeFigures(context, { office_id, from, to })
  const bare = () =>
    sql`
      select count(*), count(*) filter (where state = 'attended'), avg(called_at - inserted_at), avg(ended_at - called_at)
      from tickets where office_id = ${office_id}::integer and day between ${from}::date and ${to}::date`.execute(
      database.db,
    )
  const take = async () => {
    const user_id = await office.user()
    return await timed(() =>
      takeTicket(context, { office: { office_id }, line_id: lineIds[0] ?? 0, user_id }),
    )
  }
  const keepYear = async () => {
    for (let days = 1; days > 0; ) days = await keepDays(context)
  }
  const took: Took = { keeping: 0, first: 0, figures: [], bare: [], takenMeanwhile: [], taken: [] }
  for (let round = 0; round < ROUNDS; round++) took.taken.push(await take())
  await bare()
  let isCounting = true
  const counting = timed(keepYear).finally(() => {
    isCounting = false
  })
  while (isCounting) took.takenMeanwhile.push(await take())
  took.keeping = await counting
  took.first = await timed(year)
  for (let round = 0; round < ROUNDS; round++) {
    took.figures.push(await timed(year))
    took.bare.push(await timed(bare))
  }
  return took
}

async function onEmbedded(): Promise<Took> {
  const { path, remove } = makeTemporaryDirectory('bench-figures')
  const database = await openDatabase({ dataDirectory: join(path, 'data') })
  try {
    return await measureOn(database)
  } finally {
    await database.close()
    remove()
  }
}

const onPostgres = () =>
  onPrivatePostgres(async databaseUrl => {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    try {
      return await measureOn(database)
    } finally {
      await database.close()
    }
  })

function figuresOf(where: string, took: Took | null): Figure[] {
  const name = `Figures of a year of ${TICKETS.toLocaleString('en')} turns, ${where}`
  if (!took) return [shown(name, 'not measured: there is no PostgreSQL here')]
  const [ours, bare] = [median(took.figures), median(took.bare)]
  const [alone, beside] = [quantile(took.taken, 0.9), quantile(took.takenMeanwhile, 0.9)]
  return [
    atMost(
      `${name}, beside a bare aggregate over the same rows`,
      ours / bare,
      MOST_TIMES_BARE,
      times,
      `${milliseconds(ours)} : ${milliseconds(bare)}`,
    ),
    shown(
      'The same, the first time that anybody asks',
      `${times(took.first / bare)} (${milliseconds(took.first)})`,
    ),
    shown(
      'All of its days counted by the upkeep, where none was kept',
      `${times(took.keeping / bare)} (${milliseconds(took.keeping)})`,
    ),
    shown(
      'A number taken meanwhile, p90, beside when nobody counts',
      `${times(beside / alone)} (${milliseconds(beside)} : ${milliseconds(alone)})`,
    ),
  ]
}

/** What a supervisor’s year costs, and whoever takes a number meanwhile. */
export async function measureFigures(): Promise<Figure[]> {
  return [...figuresOf('embedded', await onEmbedded()), ...figuresOf('PostgreSQL', await onPostgres())]
}
