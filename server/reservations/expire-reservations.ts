import { PROMISED_STATES } from '#contract/rules/reservation-state.ts'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { stateList } from '#server/database/state-list.ts'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { isSure } from '#server/platform/clock.ts'
import { type Changed, changeReservations } from './change-reservations.ts'
import { missedBefore, wentHomeBefore } from '#contract/rules/missed-before.ts'
import { answerJobsOf } from './reservation-jobs.ts'
import type { ReservationsContext } from './reservations-context.ts'
import { blocksAround, reserveUpdated, type StandingReservation, stretchOf } from './standing-reservation.ts'

const lapsed = (at: Date): RawBuilder<boolean> =>
  sql`(state = 'pending' and confirm_by <= ${at}::timestamptz)`
/** Whoever said that they are here waits for whoever is late to call them. */
const missed = (at: Date): RawBuilder<boolean> =>
  sql`(
    state in ${stateList(PROMISED_STATES)} and block_to <= ${missedBefore(at)}::timestamptz
    and (arrived_at is null or arrived_at <= ${wentHomeBefore(at)}::timestamptz)
  )`

async function officesWithOverdue(db: Kysely<Tables>, at: Date): Promise<number[]> {
  const { rows } = await sql<{ office_id: number }>`
    select office_id from reservations where ${lapsed(at)}
    union
    select office_id from reservations where ${missed(at)}
    order by office_id`.execute(db)
  return rows.map(row => row.office_id)
}

/** Ends what is overdue at an office. The caller holds it. */
async function endOverdue(transaction: Transaction<Tables>, officeId: number, at: Date): Promise<Changed> {
  const { rows } = await sql<StandingReservation>`
    update reservations
    set state = case when state = 'pending' then 'expired' else 'missed' end,
        deleted_at = case when state = 'pending' then ${at}::timestamptz end,
        ended_at = ${at}::timestamptz
    where office_id = ${officeId}::integer and (${lapsed(at)} or ${missed(at)})
    returning id, office_id, line_id, user_id, state, block_from, block_to, confirm_by, arrived_at`.execute(
    transaction,
  )
  const facts: NewFact[] = []
  for (const reservation of rows.sort((a, b) => a.block_from.getTime() - b.block_from.getTime())) {
    const blocks = await blocksAround(transaction, reservation.line_id, [stretchOf(reservation)], at)
    facts.push(reserveUpdated(reservation, at, blocks))
  }
  return { facts, jobs: agreed => rows.flatMap(row => answerJobsOf(row, at, agreed)) }
}

/**
 * Ends what nobody confirmed in time, which gives its slot back, and what ended half an hour ago without its
 * owner having been called, unless they are here: missed. One transaction an office. Without `office_id`
 * every office is looked through; to be called about once a minute. While the time of day is in doubt nothing
 * ends by it.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @returns how many reservations were ended
 */
export async function expireReservations(
  context: ReservationsContext,
  { office_id, ending }: { office_id?: number; ending?: AbortSignal } = {},
): Promise<number> {
  if (!isSure(context.clock)) return 0
  const offices =
    office_id === undefined ? await officesWithOverdue(context.database.db, context.clock.now()) : [office_id]
  let ended = 0
  const expire = async (officeId: number) => {
    const { facts } = await changeReservations(context, officeId, (transaction, at) =>
      endOverdue(transaction, officeId, at),
    )
    ended += facts.length
  }
  await eachByItself(offices, expire, ending)
  return ended
}
