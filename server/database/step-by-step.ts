import { type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'
import { inLane } from './lanes.ts'
import type { Tables } from './tables.ts'

/** So many rows at a time. On the embedded database whoever takes a number meanwhile waits for one step. */
export const STEP = 200

export const rowsOf = ({ numAffectedRows = 0n }: QueryResult<unknown>): number => Number(numAffectedRows)

/**
 * Does what is looked after now and then, in bounded steps until one finds fewer rows than it may have. Each
 * commits by itself, in the lane of those who look: a year of it holds no row and no connection for longer
 * than a step. What was cut short, by a failure too, goes on the next time.
 * @param step a statement, or a transaction, and no more of `most` rows; resolves to how many it had
 * @param ending aborted where no further step may begin
 * @returns how many rows there were
 */
export async function stepByStep(
  step: (most: number) => Promise<number>,
  ending?: AbortSignal,
  most = STEP,
): Promise<number> {
  let rows = 0
  for (let last = most; last >= most && !ending?.aborted; ) {
    last = await inLane('readers', () => step(most))
    rows += last
  }
  return rows
}

interface Over {
  table: keyof Tables
  /** The columns of its primary key. */
  key: readonly [string, ...string[]]
  /** SQL over `gone`: the row goes. */
  where: RawBuilder<boolean>
  /** By which the oldest go first; where an index stands on the first of them, no others are read. */
  oldest?: readonly [string, ...string[]]
  /** Rows of one step. */
  most?: number
}

/** SQL: the names, each of this table. */
const columnsOf = (of: string, names: readonly string[]) =>
  sql.join(names.map(name => sql.ref(`${of}.${name}`)))

/**
 * Takes away what is over in a table, step by step. A row that somebody is at, another server perhaps, is
 * left to them.
 * @returns how many rows went
 */
export const takeAway = (
  db: Kysely<Tables>,
  { table, key, where, oldest, most: each }: Over,
  ending?: AbortSignal,
): Promise<number> =>
  stepByStep(
    async most =>
      rowsOf(
        await sql`
        with step as materialized (
          select ${columnsOf('gone', key)} from ${sql.table(table)} gone where ${where}
          ${oldest === undefined ? sql`` : sql`order by ${columnsOf('gone', oldest)}`}
          limit ${sql.lit(most)} for update of gone skip locked
        )
        delete from ${sql.table(table)} gone using step
        where (${columnsOf('gone', key)}) = (${columnsOf('step', key)})`.execute(db),
      ),
    ending,
    each,
  )
