import { sql, type Transaction } from 'kysely'
import { officeDayBegan } from '#contract/rules/office-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { openingTimes } from './opening-times.ts'
import { reservationNews } from './reservation-turn.ts'
import { staleBefore } from './stale-tickets.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

/**
 * Whoever was set aside before this is awaited no more. They are for as long as somebody waits, six hours,
 * which begin with the end of that day of the office: so there is time to come back while it attends still,
 * and after a midnight at which it does not shut.
 */
export const asideBefore = (at: Date, times: OpeningTimes): Date => officeDayBegan(staleBefore(at), times)

/**
 * Ends an office's numbers that stand aside for too long. The caller holds the office.
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
      where t.office_id = ${officeId}::integer
        and t.state = 'parked' and t.parked_at < ${asideBefore(at, times)}::timestamptz
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
