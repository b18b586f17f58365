import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { aboutTurn, type Turn } from './turn-fact.ts'

/** The ticket leaves its desk: it was attended, or did not come. */
export async function endAttention(
  transaction: Transaction<Tables>,
  turn: Turn,
  how: 'attended' | 'skipped',
  at: Date,
): Promise<NewFact> {
  await sql`
    update tickets set state = ${how}::text, ended_at = ${at}::timestamptz
    where id = ${turn.ticket_id}::uuid and state = 'called'`.execute(transaction)
  return { ...aboutTurn(turn, at), name: `ticket:${how}`, detail: { ticket: turn.ticket } }
}
