import { sql, type Transaction } from 'kysely'
import { asideUntil } from '#contract/rules/aside-until.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { openingTimes } from './opening-times.ts'
import { reservationNews } from './reservation-turn.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

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
  const aside = await transaction
    .selectFrom('tickets')
    .select(['id', 'parked_at'])
    .where('office_id', '=', officeId)
    .where('state', '=', 'parked')
    .execute()
  const over = aside.filter(({ parked_at }) => parked_at !== null && asideUntil(parked_at, times) <= at)
  if (over.length === 0) return []
  const { rows } = await sql<Turn & { waiting: number }>`
    with t as (
      update tickets t set state = 'expired', ended_at = ${at}::timestamptz
      where t.id = any(${over.map(({ id }) => id)}::uuid[]) and t.state = 'parked'
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
