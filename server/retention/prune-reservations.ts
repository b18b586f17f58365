import { sql } from 'kysely'
import { DONE_STATES } from '#contract/rules/reservation-state.ts'
import { stepByStep } from '#server/database/step-by-step.ts'
import { stateList } from '#server/database/state-list.ts'
import { reservationCode } from '#server/queue/turn/reservation-turn.ts'
import { forgetNobodies } from './forget-nobodies.ts'
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
  context: RetentionContext,
  keptDays: number,
  ending?: AbortSignal,
): Promise<number> {
  const { database, clock } = context
  const before = new Date(clock.now().getTime() - keptDays * DAY_MS)
  const takeAway = (most: number) =>
    sql<{ user_id: string | null }>`
    with old as materialized (
      select r.id, ${reservationCode} as shown from reservations r
      where r.block_to < ${before}::timestamptz and r.state in ${stateList(DONE_STATES)}
        and not exists (select from tickets t where t.reservation_id = r.id)
      order by r.block_to limit ${most}::integer for update of r skip locked
    ), acts as (
      update desk_acts a set reservation_id = null, reason = null, detail = a.detail || jsonb_build_object('ticket', old.shown)
      from old where a.reservation_id = old.id
    )
    delete from reservations r using old where r.id = old.id returning r.user_id`.execute(database.db)
  return stepByStep(async most => {
    const { rows } = await takeAway(most)
    await forgetNobodies(context, rows)
    return rows.length
  }, ending)
}
