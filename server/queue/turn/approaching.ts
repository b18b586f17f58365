import { sql, type Transaction } from 'kysely'
import { ALMOST_THERE_THRESHOLDS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { aboutTurn, type Turn, turnColumns } from './turn-fact.ts'

const [far, near] = ALMOST_THERE_THRESHOLDS

/**
 * Who has come near, now that people ahead have left these lines: each threshold is told once, in the moment
 * in which it is reached. Where several leave at once a threshold may be jumped over; it is told all the
 * same, and of two at once only the nearer. A paper number is marked like any other, but there is nobody to
 * tell.
 * @see rule CALL-03
 */
export async function approaching(
  transaction: Transaction<Tables>,
  lineIds: readonly number[],
  at: Date,
): Promise<NewFact[]> {
  const { rows } = await sql<Turn & { ahead: 5 | 10 }>`
    with head as (
      select first.id, first.nth - 1 as ahead
      from unnest(${[...new Set(lineIds)]}::integer[]) as line (id)
      cross join lateral (
        select t.id, row_number() over (order by t.place, t.number) as nth
        from tickets t where t.line_id = line.id and t.state = 'waiting'
        order by t.place, t.number limit ${far + 1}::integer
      ) first
    )
    update tickets t
    set told_10 = true, told_5 = t.told_5 or head.ahead <= ${near}::integer
    from head
    where t.id = head.id and (not t.told_10 or (not t.told_5 and head.ahead <= ${near}::integer))
    returning ${turnColumns},
      case when head.ahead <= ${near}::integer then ${near}::integer else ${far}::integer end as ahead`.execute(
    transaction,
  )
  return rows
    .filter(turn => turn.user_id !== null)
    .map(turn => ({
      ...aboutTurn(turn, at),
      name: 'ticket:almost_there',
      detail: { ticket: turn.ticket, ahead: turn.ahead },
    }))
}
