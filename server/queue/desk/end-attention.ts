import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, type Turn } from '../turn/turn-fact.ts'

/** The ticket leaves its desk, and the reservation with it: it was attended, or nobody came. */
export async function endAttention(
  transaction: Transaction<Tables>,
  turn: Turn,
  how: 'attended' | 'skipped',
  at: Date,
): Promise<NewFact[]> {
  const became = how === 'attended' ? 'attended' : 'missed'
  await sql`
    with ended as (
      update tickets set state = ${how}::text, ended_at = ${at}::timestamptz
      where id = ${turn.ticket_id}::uuid and state = 'called'
      returning reservation_id
    )
    update reservations r set state = ${became}::text, ended_at = ${at}::timestamptz
    from ended where r.id = ended.reservation_id`.execute(transaction)
  return [
    { ...aboutTurn(turn, at), name: `ticket:${how}`, detail: { ticket: turn.ticket } },
    ...reservationNews(turn, became, at),
  ]
}
