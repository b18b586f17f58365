import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { FactDetails, NewFact } from '#server/facts/fact.ts'
import type { QueueContext } from './queue-context.ts'
import { aboutTurn, type Turn } from './turn-fact.ts'
import { estimateWait } from './wait-estimate.ts'

/** That somebody is called, with what the others in the line may now expect. */
export async function callFact(
  { paces }: Pick<QueueContext, 'paces'>,
  transaction: Transaction<Tables>,
  turn: Turn,
  { modulo, waiting, calls }: Pick<FactDetails['call:created'], 'modulo' | 'waiting' | 'calls'>,
  at: Date,
): Promise<NewFact> {
  const pace = (await paces.of(transaction, [turn.line_id], at)).get(turn.line_id)
  const wait = pace ? estimateWait(pace, waiting) : null
  return {
    ...aboutTurn(turn, at),
    name: 'call:created',
    detail: { ticket: turn.ticket, modulo, waiting, wait, calls },
  }
}
