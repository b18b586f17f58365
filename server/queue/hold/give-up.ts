import { sql } from 'kysely'
import { approaching } from '../turn/approaching.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { notWaiting, type OwnTurn, ownTurn } from '../turn/own-turn.ts'
import type { QueueContext } from '../queue-context.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from '../turn/turn-fact.ts'

/**
 * Frees the place at once, also of one that stands aside. Asked again after an answer that was lost, it is
 * simply so already.
 * @throws Refusal not-found, ticket-not-waiting
 * @see rule TKT-13
 */
export async function giveUp(
  context: Pick<QueueContext, 'database' | 'clock' | 'tell' | 'gate'>,
  input: OwnTurn,
): Promise<void> {
  const { office_id } = await ownTurn(context.database.db, input)
  await changeTurns(context, office_id, async (transaction, at) => {
    const { rows } = await sql<Turn & { waiting: number }>`
      with before as (
        select id, state from tickets where id = ${input.tuid}::uuid and state in ('waiting', 'parked')
      ), t as (
        update tickets t set state = 'given-up', ended_at = ${at}::timestamptz
        from before where t.id = before.id
        returning t.id, t.reservation_id, t.office_id, t.line_id, t.user_id, t.prefix, t.number, before.state as was
      ), gone as (
        update reservations r set state = 'cancelled', deleted_at = ${at}::timestamptz, ended_at = ${at}::timestamptz
        from t where r.id = t.reservation_id
      )
      select ${turnColumns}, ${waitingBefore} - (t.was = 'waiting')::integer as waiting from t`.execute(
      transaction,
    )
    const [turn] = rows
    if (!turn) {
      const { state } = await ownTurn(transaction, input)
      if (state === 'given-up') return []
      throw notWaiting()
    }
    return [
      {
        ...aboutTurn(turn, at),
        name: 'ticket:left',
        detail: { ticket: turn.ticket, waiting: turn.waiting, why: 'given-up' },
      },
      ...reservationNews(turn, 'cancelled', at),
      ...(await approaching(transaction, [turn.line_id], at)),
    ]
  })
}
