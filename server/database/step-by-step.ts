import { type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'
import { inLane } from './lanes.ts'
import type { Tables } from './tables.ts'
import { DatabaseUnavailable } from './unavailable.ts'

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

/**
 * The same past rows that are in trouble: a step that fails is done again row by row, and the next ones begin
 * behind those that fail by themselves. Where not one of a step goes it is no row's trouble, and more would
 * fail alike.
 * @param step a statement, or a transaction, and no more of `most` rows in an order that stays, without the
 * first `past` of them
 * @throws what the first step threw that failed, once it is through
 */
export async function stepPastTrouble(
  step: (most: number, past: number) => Promise<number>,
  ending?: AbortSignal,
  most = STEP,
): Promise<number> {
  let rows = 0
  let past = 0
  let failure: { of: unknown } | undefined
  async function had(many: number): Promise<number | null> {
    try {
      const found = await step(many, past)
      rows += found
      return found
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      failure ??= { of: error }
      return null
    }
  }
  async function next(many: number): Promise<number> {
    const found = await had(many)
    if (found !== null) return found
    const before = past
    let seen = 0
    while (seen < many && !ending?.aborted) {
      const one = await had(1)
      if (one === 0) break
      if (one === null) past += 1
      seen += 1
    }
    return past === before + many ? 0 : seen
  }
  await stepByStep(next, ending, most)
  if (failure) throw failure.of
  return rows
}

/** SQL: so many rows, without the first `past`. Where none is in trouble the text is always the same. */
export const someOf = (most: number, past: number): RawBuilder<unknown> =>
  past === 0 ? sql`limit ${sql.lit(most)}` : sql`offset ${past}::integer limit ${sql.lit(most)}`

/** SQL over `gone`. */
const columns = (names: readonly string[]) => sql.join(names.map(name => sql.ref(`gone.${name}`)))

/** SQL over `gone`: the next rows, in order. */
export interface Next {
  /** They are among these. */
  among: RawBuilder<boolean>
  /** `order by … offset … limit …`: without an order the index would look too dear, and all be read. */
  inOrder: RawBuilder<unknown>
}

const inOrder = (by: readonly string[], most: number, past = 0) =>
  sql`order by ${columns(by)} ${someOf(most, past)}`

interface Over {
  table: keyof Tables
  /** SQL over `gone`: the row goes. */
  where: RawBuilder<boolean>
}

/**
 * One step of what is over. A row that somebody is at, another server perhaps, is left to them. By where the
 * rows lie, as an array: of a selection PostgreSQL expects so many that it reads the table from end to end.
 */
const takeSome = async (db: Kysely<Tables>, { table, where }: Over, next: Next): Promise<number> =>
  rowsOf(
    await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select gone.ctid from ${sql.table(table)} gone where ${next.among} and ${where}
      ${next.inOrder} for update of gone skip locked
    ))`.execute(db),
  )

interface OfOld extends Over {
  /** By which the oldest go first: an index stands on the first of them, and no others are read. */
  oldest: readonly [string, ...string[]]
  /** Rows of one step. */
  most?: number
}

/**
 * Takes away what is over in a table, step by step, the oldest first, past those that cannot go.
 * @returns how many rows went
 */
export const takeAwayOldest = (
  db: Kysely<Tables>,
  { oldest, most: each, ...over }: OfOld,
  ending?: AbortSignal,
): Promise<number> =>
  stepPastTrouble(
    (most, past) => takeSome(db, over, { among: sql`true`, inOrder: inOrder(oldest, most, past) }),
    ending,
    each,
  )

interface Walked {
  table: keyof Tables
  /** By these: of its primary key, or of an index that such a key makes whole. */
  by: readonly [string, ...string[]]
  /** SQL over `gone`: past no others; by default past all of them. */
  of?: RawBuilder<boolean>
}

/**
 * Goes through a table in the order of an index, so many rows at a time, and past each of them once: for
 * those that no index tells from others, where one would cost whoever writes more than this. A step that
 * fails is done again row by row, unless not one of another went: then it is no row's trouble.
 * @param step does what is to be done among the next rows
 * @returns the sum of what the steps resolve to
 * @throws what the first step threw that failed, once it is through
 */
export async function walkThrough(
  db: Kysely<Tables>,
  { table, by, of: all = sql`true` }: Walked,
  step: (next: Next) => Promise<number>,
  ending?: AbortSignal,
): Promise<number> {
  const at = sql`(${columns(by)})`
  let sum = 0
  let failure: { of: unknown } | undefined
  let isRowsTrouble = true

  /** @returns whether any step went */
  async function walk(of: RawBuilder<boolean>, each?: number): Promise<boolean> {
    let rest = of
    let went = false
    const next = async (most: number) => {
      // As text: a time would lose what is less than a millisecond, and the walk stand still.
      const { rows } = await sql<{ last: string[] }>`
        select array[${sql.join(by.map(name => sql`${sql.ref(`gone.${name}`)}::text`))}] as last
        from ${sql.table(table)} gone where ${rest}
        order by ${columns(by)} offset ${sql.lit(most - 1)} limit 1`.execute(db)
      const [end] = rows
      const last = end && sql`(${sql.join(end.last)})`
      if (!last && most === 1) return 0
      const among = last ? sql<boolean>`${rest} and ${at} <= ${last}` : rest
      try {
        sum += await step({ among, inOrder: inOrder(by, most) })
        went = true
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        failure ??= { of: error }
        // The same rows would fail the next time, and nobody beside or behind them has to wait for that.
        if (most > 1 && isRowsTrouble) isRowsTrouble = await walk(among, 1)
      }
      if (!last) return 0
      rest = sql<boolean>`${of} and ${at} > ${last}`
      return most
    }
    await stepByStep(next, ending, each)
    return went
  }

  await walk(all)
  if (failure) throw failure.of
  return sum
}

/**
 * Takes away what is over in a table in which no index says what is.
 * @returns how many rows went
 */
export const takeAwayThroughout = (
  db: Kysely<Tables>,
  { table, key, where }: Over & { key: string },
  ending?: AbortSignal,
): Promise<number> =>
  walkThrough(db, { table, by: [key] }, next => takeSome(db, { table, where }, next), ending)
