import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import { countKnock } from '#server/knocks/count-knock.ts'
import { approaching } from '../turn/approaching.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { notWaiting } from '../turn/own-turn.ts'
import type { QueueContext } from '../queue-context.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from '../turn/turn-fact.ts'

export interface RemoveTicket extends DoneAt {
  tuid: string
}

/**
 * A clerk takes a number away, waiting, called or parked: nobody stands behind it, or not whom its document
 * names. Its owner is told, and it counts against the address from which it was taken. Asked again after an
 * answer that was lost, it is simply so already.
 * @throws Refusal not-found, for a number of another office as for none; ticket-not-waiting for one that is
 * over
 * @see rules DOC-01, SEC-03
 */
export async function removeTicket(context: QueueContext, input: RemoveTicket): Promise<void> {
  const { office_id, clerk_id, tuid } = input
  const remove = async (transaction: Transaction<Tables>, at: Date): Promise<NewFact[]> => {
    const found = await transaction
      .selectFrom('tickets')
      .select('state')
      .where('id', '=', tuid)
      .where('office_id', '=', office_id)
      .executeTakeFirst()
    if (!found) throw notFound('the ticket')
    if (found.state === 'removed') return []
    if (!['waiting', 'called', 'parked'].includes(found.state)) throw notWaiting()
    const wasWaiting = found.state === 'waiting'
    const { rows } = await sql<Turn & { waiting: number }>`
      with t as (
        update tickets set state = 'removed', ended_at = ${at}::timestamptz where id = ${tuid}::uuid
        returning id, reservation_id, office_id, line_id, user_id, prefix, number
      ), gone as (
        update reservations r set state = 'removed', deleted_at = ${at}::timestamptz, ended_at = ${at}::timestamptz
        from t where r.id = t.reservation_id
      )
      select ${turnColumns}, ${waitingBefore} - ${wasWaiting ? 1 : 0}::integer as waiting from t`.execute(
      transaction,
    )
    const [turn] = rows
    if (!turn) throw notFound('the ticket')
    const from = await transaction
      .selectFrom('ticket_addresses')
      .select('key')
      .where('ticket_id', '=', tuid)
      .executeTakeFirst()
    if (from) await countKnock(transaction, { kind: 'false', keys: [from.key], at })
    const { ticket, waiting, ticket_id, reservation_id, line_id } = turn
    const about = { ticket_id, reservation_id, line_id }
    await noteAct(transaction, { office_id, clerk_id, at, act: 'ticket-removed', ...about })
    return [
      { ...aboutTurn(turn, at), name: 'ticket:left', detail: { ticket, waiting, why: 'removed' } },
      ...reservationNews(turn, 'removed', at),
      ...(wasWaiting ? await approaching(transaction, [turn.line_id], at) : []),
    ]
  }
  // The address is not the office's own, so this change goes alone (see `Goes`).
  await changeTurns(context, input, remove, 'alone')
}
