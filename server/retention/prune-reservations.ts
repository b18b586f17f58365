import { type Kysely, sql } from 'kysely'
import { DONE_STATES } from '#contract/rules/reservation-state.ts'
import { type Next, walkThrough } from '#server/database/step-by-step.ts'
import { stateList } from '#server/database/state-list.ts'
import type { Tables } from '#server/database/tables.ts'
import { reservationCode } from '#server/queue/turn/reservation-turn.ts'
import { forgetNobodies, holdNobodies } from './forget-nobodies.ts'
import type { RetentionContext } from './retention-context.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Reservations whose time is so many days past go, once nothing more can happen to them and the turn by
 * which they were called is gone: figures count that turn, and nothing else of them. What clerks did with
 * them is kept for longer perhaps: of which it was stays in words.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many went
 */
export async function pruneReservations(
  { database, clock }: RetentionContext,
  keptDays: number,
  ending?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * DAY_MS)
  // In the order of their index, past those whose turn is still there: they would be read at each step.
  const isOver = sql<boolean>`gone.block_to < ${before}::timestamptz and gone.state in ${stateList(DONE_STATES)}`
  type Old = { id: string; user_id: string | null }
  const some = (transaction: Kysely<Tables>, { among, inOrder }: Next) =>
    sql<Old>`
    select gone.id, gone.user_id from reservations gone
    -- turn by turn: joined, all that there ever were would be read
    where ${among} and (select t.id from tickets t where t.reservation_id = gone.id) is null
    ${inOrder}`.execute(transaction)
  const takeAway = (transaction: Kysely<Tables>, old: readonly Old[]) =>
    sql<Old>`
    with old as materialized (
      select gone.id from reservations gone
      where gone.id = any(${old.map(({ id }) => id)}::uuid[]) and ${isOver} for update of gone skip locked
    ), acts as (
      update desk_acts a set reservation_id = null, reason = null, detail = a.detail || jsonb_build_object('ticket', ${reservationCode})
      from reservations r where r.id = any(array(select id from old)) and a.reservation_id = r.id
    )
    delete from reservations r where r.id = any(array(select id from old)) returning r.id, r.user_id`.execute(
      transaction,
    )
  return walkThrough(
    database.db,
    { table: 'reservations', by: ['block_to', 'id'], of: isOver },
    next =>
      database.transaction(async transaction => {
        const old = await some(transaction, next)
        await holdNobodies(transaction, old.rows)
        const { rows } = await takeAway(transaction, old.rows)
        await forgetNobodies(transaction, rows)
        return rows.length
      }),
    ending,
  )
}
