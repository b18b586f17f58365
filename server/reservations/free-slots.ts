import { type Kysely, type RawBuilder, sql } from 'kysely'
import { RESERVE_DAYS_AHEAD_MAX, RESERVE_LONGEST_MS } from '#contract/limits.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import type { Stretch } from '#contract/rules/wall-stretches.ts'
import type { Tables } from '#server/database/tables.ts'
import type { LinePlan } from './line-plan.ts'
import type { ReadContext } from './reservations-context.ts'
import { type Block, bookableBlocks, bookableDays, daysBetween } from './time-blocks.ts'

const DAY_MS = 24 * 3_600_000

/** A block that may be booked, and how many more it takes. */
export interface FreeBlock extends Block {
  line_id: number
  day: string
  /** 0 where it is full. */
  availables: number
}

interface Taken extends Stretch {
  line_id: number
  taken: number
}

/**
 * SQL: a live reservation of these lines that overlaps a piece of time. Its beginning has both ends, so that
 * the index by line and time is read there alone, and not all that was ever booked. The index of
 * reservations_slot_apart has other words for who is live, so that nothing is counted by it
 * (docs/decisions/counting-slots.md).
 */
export const isLiveWithin = (lineIds: readonly number[], { from, to }: Stretch): RawBuilder<boolean> => sql`(
  line_id = any(${lineIds}::integer[]) and deleted_at is null
  and block_from > ${new Date(from - RESERVE_LONGEST_MS)}::timestamptz and block_from < ${new Date(to)}::timestamptz
  and block_to > ${new Date(from)}::timestamptz
)`

/**
 * Live reservations between two moments, counted by line and time, in the order of their time. What nobody
 * confirmed in time holds nothing any more, though the sweep that says so may be still to come.
 */
async function takenWithin(
  db: Kysely<Tables>,
  lineIds: readonly number[],
  within: Stretch,
  at: Date,
): Promise<Taken[]> {
  const { rows } = await sql<{ line_id: number; block_from: Date; block_to: Date; taken: number }>`
    select line_id, block_from, block_to, count(*) as taken
    from reservations
    where ${isLiveWithin(lineIds, within)}
      and (state <> 'pending' or confirm_by > ${at}::timestamptz)
    group by line_id, block_from, block_to
    order by block_from`.execute(db)
  return rows.map(row => ({
    line_id: row.line_id,
    from: row.block_from.getTime(),
    to: row.block_to.getTime(),
    taken: row.taken,
  }))
}

/** All that these days have still to come, whatever the zone that names them. */
const timeAround = (days: readonly string[], at: Date): Stretch => ({
  from: Math.max(at.getTime(), Date.parse(days[0] ?? '') - DAY_MS),
  to: Date.parse(days.at(-1) ?? '') + 2 * DAY_MS,
})

/** How many reservations overlap each block. Both in the order of their beginning; lengths may differ. */
function takenOf(blocks: readonly Block[], reserved: readonly Taken[]): number[] {
  let low = 0
  return blocks.map(block => {
    while (low < reserved.length && (reserved[low]?.from ?? 0) <= block.from - RESERVE_LONGEST_MS) low++
    let taken = 0
    for (let index = low; index < reserved.length; index++) {
      const other = reserved[index]
      if (!other || other.from >= block.to) break
      if (other.to > block.from) taken += other.taken
    }
    return taken
  })
}

/**
 * The blocks of these days that may still be booked, and what is free in each: what overlaps a block takes of
 * its slots, even if it was booked when blocks were longer or shorter. One statement, however many lines and
 * days.
 * @see rules RES-03, RES-07
 */
export async function freeBlocks(
  db: Kysely<Tables>,
  plans: readonly LinePlan[],
  days: readonly string[],
  at: Date,
): Promise<FreeBlock[]> {
  const byLine = plans.map(plan => ({
    plan,
    blocks: days.flatMap(day => bookableBlocks(plan, day, at).map(block => ({ ...block, day }))),
  }))
  const all = byLine.flatMap(({ blocks }) => blocks)
  if (all.length === 0) return []
  const within = {
    from: all.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY),
    to: all.reduce((most, { to }) => Math.max(most, to), 0),
  }
  const lineIds = byLine.filter(({ blocks }) => blocks.length > 0).map(({ plan }) => plan.line_id)
  const reserved = await takenWithin(db, lineIds, within, at)
  return byLine.flatMap(({ plan: { line_id, slots }, blocks }) => {
    const taken = takenOf(
      blocks,
      reserved.filter(other => other.line_id === line_id),
    )
    return blocks.map((block, index) => ({
      ...block,
      line_id,
      availables: Math.max(0, slots - (taken[index] ?? 0)),
    }))
  })
}

/** As it travels. */
export const timeBlockOf = ({ from, to, availables }: Omit<FreeBlock, 'line_id' | 'day'>): TimeBlock => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  availables,
})

/**
 * A day of a line: the blocks that begin in the future, the full ones with 0.
 * @param day YYYY-MM-DD, by the office's calendar
 */
export async function dayBlocks(
  { database: { db }, clock }: ReadContext,
  plan: LinePlan,
  day: string,
): Promise<TimeBlock[]> {
  return (await freeBlocks(db, [plan], [day], clock.now())).map(timeBlockOf)
}

/**
 * The days on which nothing can be booked in any of these lines of one office, from today to the last day
 * that may be booked unless told; at most a year of them. One statement.
 * @see rule RES-02
 */
export async function unavailableDays(
  { database: { db }, clock }: ReadContext,
  { plans, from, to }: { plans: readonly LinePlan[]; from?: string | undefined; to?: string | undefined },
): Promise<string[]> {
  const at = clock.now()
  const bookable = plans.map(plan => bookableDays(plan, at))
  const first = from ?? bookable[0]?.first
  const last =
    to ??
    bookable
      .map(days => days.last)
      .sort()
      .at(-1)
  if (first === undefined || last === undefined) return []
  const days = daysBetween(first, last, RESERVE_DAYS_AHEAD_MAX + 1)
  if (days.length === 0) return []
  const reserved = Map.groupBy(
    await takenWithin(
      db,
      plans.map(plan => plan.line_id),
      timeAround(days, at),
      at,
    ),
    ({ line_id }) => line_id,
  )
  // Line by line, and of each those days alone that no line before it has room on: an office may have a
  // million blocks.
  let without = days
  for (const plan of plans) {
    const blocks = without.flatMap(day =>
      bookableBlocks(plan, day, at).map(({ from, to }) => ({ from, to, day })),
    )
    const taken = takenOf(blocks, reserved.get(plan.line_id) ?? [])
    const free = blocks.filter((_, index) => (taken[index] ?? 0) < plan.slots)
    const withRoom = new Set(free.map(({ day }) => day))
    without = without.filter(day => !withRoom.has(day))
  }
  return without
}
