import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { BenchAsked } from './benches.ts'
import { atMost, type Figure, kilobytes, milliseconds, shown, times } from './figure.ts'
import { median, quantile } from './quantile.ts'
import { measurePeople, type PeopleTook, serve } from './year/people.ts'
import { onEmbedded, onPostgres, type Places, type Sizes } from './year/places.ts'
import { measurePruning, type PruneTook } from './year/pruning.ts'
import { measureStarts, unpackRelease } from './year/release-starts.ts'

const TURNS = 2_000_000
const OFFICES = 10_000
const MOST_TIMES_EMPTY = 1.5
/** Whoever starts a release waits for no more. */
const START_MS = 3_000
/** Of each turn: its row, what happened to it, and what the clerk did. */
const TABLES_OF_TURNS = ['tickets', 'facts', 'desk_acts']

interface Took {
  starts: Record<keyof Places, number[]>
  people: PeopleTook
  pruning: PruneTook
  /** With indexes, in bytes. */
  sizes: { name: string; bytes: number }[]
}

async function readSizes({ db }: Database): Promise<Took['sizes']> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 2 desc`.execute(db)
  return rows
}

export async function measureIn(program: string, places: Places): Promise<Took> {
  const starts = await measureStarts(program, places)
  const served = {
    empty: await serve(await places.empty.open()),
    year: await serve(await places.year.open()),
  }
  try {
    const sizes = await readSizes(served.year.database)
    return { starts, people: await measurePeople(served), pruning: await measurePruning(served.year), sizes }
  } finally {
    await served.empty.close()
    await served.year.close()
  }
}

export function figuresOf(where: string, { turns, offices }: Sizes, took: Took | null): Figure[] {
  const name = `${turns.toLocaleString('en')} turns and ${offices.toLocaleString('en')} offices later, ${where}`
  if (!took) return [shown(name, 'not measured: there is no PostgreSQL here')]
  const { starts, people, pruning } = took
  const beside = (what: string, { empty, year }: Record<keyof Places, number[]>) =>
    atMost(
      what,
      median(year) / median(empty),
      MOST_TIMES_EMPTY,
      times,
      `${milliseconds(median(year))} : ${milliseconds(median(empty))}`,
    )
  const bytes = took.sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const ofTurn = took.sizes
    .filter(table => TABLES_OF_TURNS.includes(table.name))
    .map(table => `${table.name} ${Math.round(table.bytes / turns)}`)
  const { alone, meanwhile } = pruning
  return [
    beside(
      `Start of the release until /readyz, ${name}, beside the same offices with no turns, median`,
      starts,
    ),
    atMost('The same, by itself', median(starts.year), START_MS, milliseconds),
    beside('A number taken in the busiest line, median', people.take),
    beside('GET /api/v3/offices/web, median', people.list),
    shown(
      'The same, the first time after a start',
      `${milliseconds(people.first.year)} : ${milliseconds(people.first.empty)}`,
    ),
    shown('Turns of long ago taken away, a second', `${Math.round((1_000 * pruning.turns) / pruning.ms)}`),
    shown(
      'A number taken meanwhile, median, p99 and the longest, beside when nothing is taken away',
      [alone, meanwhile]
        .map(took => [median(took), quantile(took, 0.99), Math.max(...took)].map(milliseconds).join(', '))
        .toReversed()
        .join(' : '),
    ),
    shown(
      'On the disk, with indexes',
      `${(bytes / 1e9).toFixed(1)} GB; bytes a turn: ${ofTurn.join(', ')}; figures kept ${kilobytes(
        took.sizes.find(table => table.name === 'day_figures')?.bytes ?? 0,
      )}`,
    ),
  ]
}

/** An installation a year later beside one on its first morning: who starts it, who comes, and what goes. */
export async function measureYear({ turns = TURNS }: BenchAsked): Promise<Figure[]> {
  const sizes = { turns, offices: OFFICES }
  const { program, remove } = await unpackRelease()
  try {
    const measure = (places: Places) => measureIn(program, places)
    return [
      ...figuresOf('PostgreSQL', sizes, await onPostgres(sizes, measure)),
      ...figuresOf('embedded', sizes, await onEmbedded(sizes, measure)),
    ]
  } finally {
    remove()
  }
}
