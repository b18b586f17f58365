import { sql, type Transaction } from 'kysely'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { approaching } from './approaching.ts'
import { reservationNews } from './reservation-turn.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

/** Who came before this, and waits still, went home. */
export const staleBefore = (at: Date) => new Date(at.getTime() - TICKET_RECENCY_MS)

/** Ends an office's tickets that have waited for 6 hours. The caller holds the office. */
export async function endStaleTickets(
  transaction: Transaction<Tables>,
  officeId: number,
  at: Date,
): Promise<NewFact[]> {
  // They leave one after the other, from the head of each line: each fact counts who waits after it.
  const { rows } = await sql<Turn & { waiting: number }>`
    with t as (
      update tickets set state = 'expired', ended_at = ${at}::timestamptz
      where office_id = ${officeId}::integer and state = 'waiting'
        and inserted_at <= ${staleBefore(at)}::timestamptz
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
      detail: { ticket: turn.ticket, waiting: turn.waiting, why: 'expired' },
    },
    ...reservationNews(turn, 'missed', at),
  ])
  const lines = rows.map(turn => turn.line_id)
  return [...left, ...(await approaching(transaction, lines, at))]
}
