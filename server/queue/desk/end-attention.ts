import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { askForJobs } from '#server/facts/write-log.ts'
import { pollJobsOf } from '../turn/poll-jobs.ts'
import { becameReservation, reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, type Turn } from '../turn/turn-fact.ts'

/**
 * The ticket leaves its desk, and the reservation with it: it was attended, and its owner is asked how it was
 * in a while; or nobody came. Which of them is the clerk's word, and whoever was attended came.
 */
export async function endAttention(
  transaction: Transaction<Tables>,
  turn: Turn,
  how: 'attended' | 'skipped',
  at: Date,
  agreed: Date,
): Promise<NewFact[]> {
  const became = becameReservation(how)
  const end: NewFact = { ...aboutTurn(turn, at), name: `ticket:${how}`, detail: { ticket: turn.ticket } }
  await sql`
    with turn as (
      update tickets set state = ${how}::text, ended_at = ${at}::timestamptz,
        arrived_at = case when ${how}::text = 'attended' then coalesce(arrived_at, ${at}::timestamptz) end
      where id = ${turn.ticket_id}::uuid and state = 'called'
      returning office_id, reservation_id
    ), asked as (${askForJobs(pollJobsOf([end], agreed))})
    update reservations r set state = ${became}::text, ended_at = ${at}::timestamptz
    from turn where r.id = turn.reservation_id`.execute(transaction)
  return [end, ...reservationNews(turn, became, at)]
}
