import { sql, type Transaction } from 'kysely'
import { officeDayAt } from '#contract/rules/office-day.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { openingTimes } from './opening-times.ts'
import { reservationNews } from './reservation-turn.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

/** SQL: the date on the wall of the office `o` on which the ticket `t` was set aside. */
export const parkedOn = sql`(t.parked_at at time zone o.time_zone)::date`

/**
 * Ends an office's numbers that stand aside since a day that is over: who did not come back by then is not
 * awaited. Where the evening goes on over midnight, its day does as well. The caller holds the office.
 * @see rule DESK-07
 */
export async function endParked(
  transaction: Transaction<Tables>,
  officeId: number,
  at: Date,
): Promise<NewFact[]> {
  const times = await openingTimes(transaction, officeId)
  const { rows } = await sql<Turn & { waiting: number }>`
    with t as (
      update tickets t set state = 'expired', ended_at = ${at}::timestamptz
      from offices o
      where o.id = t.office_id and t.office_id = ${officeId}::integer
        and t.state = 'parked' and ${parkedOn} < ${officeDayAt(at, times).of}::date
      returning t.id, t.reservation_id, t.office_id, t.line_id, t.user_id, t.prefix, t.number
    ), missed as (
      update reservations r set state = 'missed', ended_at = ${at}::timestamptz from t where r.id = t.reservation_id
    )
    select ${turnColumns}, ${waitingBefore} as waiting from t order by t.line_id, t.id`.execute(transaction)
  return rows.flatMap((turn): NewFact[] => [
    {
      ...aboutTurn(turn, at),
      name: 'ticket:left',
      detail: { ticket: turn.ticket, waiting: turn.waiting, why: 'expired' },
    },
    ...reservationNews(turn, 'missed', at),
  ])
}
