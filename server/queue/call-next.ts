import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'
import { approaching } from './approaching.ts'
import { changeTurns } from './change-turns.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { type Desk, requireDesk } from './desk.ts'
import { endAttention } from './end-attention.ts'
import type { QueueContext } from './queue-context.ts'
import { endStaleTickets } from './stale-tickets.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

export interface CallNext extends AtDesk {
  /** The lines to call from; all of the office's where the list is empty. */
  line_ids: readonly number[]
}

/**
 * Whose turn it is: within a line the first by place; between lines, the higher priority first, and among equals the
 * line whose first one came earliest.
 *
 * The office is held, so no two desks choose at once. SKIP LOCKED would be wrong here: it would pass over the very
 * person who is just saying "Voy".
 */
async function callFirst(transaction: Transaction<Tables>, input: CallNext, desk: Desk, at: Date) {
  const { rows } = await sql<Turn & { waiting: number }>`
    with next as (
      select head.id
      from lines l cross join lateral (
        select w.id, w.inserted_at from tickets w
        where w.line_id = l.id and w.state = 'waiting'
        order by w.place, w.number limit 1
      ) head
      where l.office_id = ${input.office_id}::integer
        and (${input.line_ids.length === 0}::boolean or l.id = any(${input.line_ids}::bigint[]))
      order by l.priority desc, head.inserted_at, l.id
      limit 1
    )
    update tickets t
    set state = 'called', called_at = ${at}::timestamptz, calls = 1,
        modulo_id = ${desk.modulo_id}::integer, clerk_id = ${input.clerk_id}::integer
    from next
    where t.id = next.id
    returning ${turnColumns}, ${waitingBefore} - 1 as waiting`.execute(transaction)
  return rows[0]
}

/**
 * Calls the next to this clerk's modulo. Whoever still stood there was attended.
 * @throws Refusal no-modulo; nobody-waiting, and then nothing changed: the one at the desk stays
 * @see rules CALL-01, CALL-03
 */
export async function callNext(context: QueueContext, input: CallNext): Promise<{ tuid: string }> {
  let tuid = ''
  await changeTurns(context, input.office_id, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const before =
      desk.turn?.state === 'called' ? [await endAttention(transaction, desk.turn, 'attended', at)] : []
    // Between two sweeps somebody may have become stale: the log has to say that they left before another is called.
    const left = await endStaleTickets(transaction, input.office_id, at)
    const turn = await callFirst(transaction, input, desk, at)
    if (!turn) throw new Refusal('nobody-waiting', 409, 'nobody waits in these lines')
    tuid = turn.ticket_id
    return [
      ...before,
      ...left,
      {
        ...aboutTurn(turn, at),
        name: 'call:created',
        detail: { ticket: turn.ticket, modulo: desk.modulo, waiting: turn.waiting, calls: 1 },
      },
      ...(await approaching(transaction, [turn.line_id], at)),
    ]
  })
  return { tuid }
}
