import { type RawBuilder, sql } from 'kysely'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { rowsOf, someOf, STEP, stepPastTrouble } from '#server/database/step-by-step.ts'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'
import { daysNow } from './days-now.ts'
import { isDone } from './is-done.ts'

/** SQL over `today` and a row beside the log: its fact is of a day before. */
const isPast = (row: 'r' | 'm') => {
  // By the fact's key: what is left of a day is little, and the log is a year's.
  const [office_id, seq] = [sql.ref(`${row}.office_id`), sql.ref(`${row}.seq`)]
  return sql`(select f.at from facts f where f.office_id = ${office_id} and f.seq = ${seq}) < today.began`
}

/** SQL: needed past those that are in trouble alone, for by an order each step reads all of days before. */
const inOrder = (most: number, past: number) => (most === STEP && past === 0 ? sql`` : sql`order by 1`)

/** SQL: an array, of which PostgreSQL expects few; of a selection, so many that it reads the whole table. */
const IN_STEP = sql`ctid = any(array(select ctid from step))`

interface Part {
  /** SQL: where those of a day before lie, of which each step takes some. */
  past: RawBuilder<unknown>
  /** SQL: what is done with them. */
  forget: RawBuilder<unknown>
}

const REASONS: Part = {
  past: sql`select r.ctid from call_reasons r join today on today.id = r.office_id where ${isPast('r')}`,
  forget: sql`delete from call_reasons where ${IN_STEP}`,
}

const MOVES: Part = {
  past: sql`select m.ctid from line_moves m join today on today.id = m.office_id where ${isPast('m')}`,
  forget: sql`delete from line_moves where ${IN_STEP}`,
}

/** That a clerk gave or took it stays; of whom does not. */
const ACTS: Part = {
  past: sql`select a.ctid from desk_acts a join today on today.id = a.office_id
    where a.act in ('preference-given', 'preference-taken') and a.ticket_id is not null and a.at < today.began`,
  forget: sql`update desk_acts set ticket_id = null where ${IN_STEP}`,
}

const turns = (at: Date): Part => ({
  past: sql`select t.ctid from tickets t join today on today.id = t.office_id
    where t.preference is not null and t.day < today.day and ${isDone(at)}`,
  forget: sql`update tickets set preference = null, place = coalesce(arrival_place, place), arrival_place = null
    where ${IN_STEP}`,
})

/**
 * Forgets with the day who was preferential, and all reasons of its calls: one that is missing would tell
 * as much as one that is there. The order that it made is undone as well, of those who wait no more. To be
 * called now and then.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @see rule PRIO-02
 */
export async function forgetPreference(
  { database: { db }, clock }: Pick<QueueContext, 'database' | 'clock'>,
  ending?: AbortSignal,
): Promise<void> {
  if (!isSure(clock) || ending?.aborted) return
  const at = clock.now()
  const days = await daysNow(db, at)
  await eachByItself([REASONS, ACTS, MOVES, turns(at)], ({ past: such, forget }) => {
    const step = async (most: number, past: number) =>
      rowsOf(
        await sql`
        with today as materialized (
          -- joined, so that it is known how few they are
          select today.* from offices o join ${days} on today.id = o.id
        ), step as materialized (
          ${such} ${inOrder(most, past)} ${someOf(most, past)} for update skip locked
        )
        ${forget}`.execute(db),
      )
    return stepPastTrouble(step, ending)
  })
}
