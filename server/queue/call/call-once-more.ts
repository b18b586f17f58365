import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { estimateWait } from '../lines/wait-estimate.ts'
import type { QueueContext } from '../queue-context.ts'
import { aboutTurn, type Turn, waitingBefore } from '../turn/turn-fact.ts'

/**
 * The same number is called once more, to the modulo at which it is or was called.
 * @param repeat which time of its repeating by itself it is; absent where a clerk calls
 * @returns its fact; null where there is no such ticket
 */
export async function callOnceMore(
  context: Pick<QueueContext, 'paces'>,
  transaction: Transaction<Tables>,
  { turn, modulo, repeat }: { turn: Turn; modulo: string; repeat?: number },
  at: Date,
): Promise<NewFact | null> {
  const { rows } = await sql<{ calls: number; waiting: number }>`
    with again as (
      update tickets t set state = 'called', calls = t.calls + 1, ended_at = null
      where t.id = ${turn.ticket_id}::uuid
      returning t.reservation_id, t.calls, ${waitingBefore} as waiting
    ), found as (
      update reservations r set state = 'called', ended_at = null
      from again where r.id = again.reservation_id
    )
    select calls, waiting from again`.execute(transaction)
  const [again] = rows
  if (!again) return null
  const { ticket, line_id } = turn
  const pace = (await context.paces.of(transaction, [line_id], at)).get(line_id)
  const wait = pace ? estimateWait(pace, again.waiting) : null
  const detail = { ticket, modulo, ...again, wait, ...(repeat !== undefined && { repeat }) }
  return { ...aboutTurn(turn, at), name: 'call:created', detail }
}
