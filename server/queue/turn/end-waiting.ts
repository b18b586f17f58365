import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { approaching } from './approaching.ts'
import { reservationNews } from './reservation-turn.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

/**
 * Ends numbers that wait, all in one moment. The caller holds the office.
 * @param which of `tickets`, in SQL
 */
export async function endWaiting(
  transaction: Transaction<Tables>,
  which: RawBuilder<unknown>,
  became: 'expired' | 'sent-home',
  at: Date,
): Promise<NewFact[]> {
  // They leave one after the other, from the head of each line: each fact counts who waits after it.
  const { rows } = await sql<Turn & { waiting: number }>`
    with t as (
      update tickets set state = ${became}::text, ended_at = ${at}::timestamptz
      where state = 'waiting' and ${which}
      returning id, reservation_id, office_id, line_id, user_id, prefix, number, place
    ), missed as (
      update reservations r set state = 'missed', ended_at = ${at}::timestamptz from t where r.id = t.reservation_id
    )
    select ${turnColumns},
      ${waitingBefore} - row_number() over (partition by t.line_id order by t.place, t.number) as waiting
    from t
    order by t.line_id, t.place, t.number`.execute(transaction)
  if (rows.length === 0) return []
  const left = rows.flatMap((turn): NewFact[] => [
    {
      ...aboutTurn(turn, at),
      name: 'ticket:left',
      detail: { ticket: turn.ticket, waiting: turn.waiting, why: became },
    },
    ...reservationNews(turn, 'missed', at),
  ])
  const lines = rows.map(turn => turn.line_id)
  return [...left, ...(await approaching(transaction, lines, at))]
}
