import { sql, type Transaction } from 'kysely'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Fact, NewFact } from './fact.ts'

/**
 * Writes what happened at one office, in the caller's transaction, and gives each fact its place: the order
 * of the list. One statement, however many they are. The caller holds the office (holdOffice), or changes
 * nothing else.
 * @throws when the facts are of several offices: their sequences would be locked in no order
 */
export async function appendFacts(
  transaction: Transaction<Tables>,
  facts: readonly NewFact[],
): Promise<Fact[]> {
  const [first] = facts
  if (!first) return []
  if (facts.some(fact => fact.office_id !== first.office_id)) {
    throw new Error('facts of several offices cannot be appended together')
  }
  const rows = json(facts.map((fact, index) => ({ ...fact, index })))
  const { rows: placed } = await sql<{ last_seq: number }>`
    with turn as (
      insert into office_sequences as s (office_id, last_seq)
      values (${first.office_id}::integer, ${facts.length}::bigint)
      on conflict (office_id) do update set last_seq = s.last_seq + excluded.last_seq
      returning s.last_seq
    ), logged as (
      insert into facts (office_id, seq, kind, at, line_id, ticket_id, reservation_id, user_id, detail)
      select f.office_id, turn.last_seq - ${facts.length}::bigint + 1 + f.index,
             f.name, f.at, f.line_id, f.ticket_id, f.reservation_id, f.user_id, f.detail
      from turn, jsonb_to_recordset(${rows}::jsonb) as f (
        index integer, office_id integer, name text, at timestamptz,
        line_id integer, ticket_id uuid, reservation_id uuid, user_id uuid, detail jsonb
      )
    )
    select last_seq from turn`.execute(transaction)
  const last = placed[0]
  if (!last) throw new Error(`no place in the log of office ${first.office_id}`)
  return facts.map((fact, index) => ({ ...fact, seq: last.last_seq - facts.length + 1 + index }))
}
