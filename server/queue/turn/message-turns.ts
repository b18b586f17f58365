import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { MessageTexts } from '#contract/primitives.ts'
import type { TicketMessage } from '#contract/rest/tickets.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { aboutTurn, type Turn, turnColumns } from './turn-fact.ts'

/**
 * Says something to those who hold these tickets: it stands on each until something else is said. On paper
 * there is nobody to tell. The caller holds the office.
 * @param which of the tickets `t`, in SQL
 */
export async function messageTurns(
  transaction: Transaction<Tables>,
  which: RawBuilder<unknown>,
  { id, texts }: { id: string; texts: MessageTexts },
  at: Date,
): Promise<NewFact[]> {
  const message: TicketMessage = { id, at: at.toISOString(), texts }
  const { rows } = await sql<Turn>`
    update tickets t set message = ${json(message)}::jsonb
    where t.user_id is not null and t.state in ('waiting', 'called') and ${which}
    returning ${turnColumns}`.execute(transaction)
  return rows.map(turn => ({
    ...aboutTurn(turn, at),
    name: 'ticket:message',
    detail: { ticket: turn.ticket, message },
  }))
}
