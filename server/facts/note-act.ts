import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DeskAct } from '#contract/rest/desk-acts.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from './clerk-office.ts'

/** Something that a clerk did, as a supervisor reads it (DESK-12). */
export interface NewAct extends DoneAt {
  at: Date
  act: DeskAct
  ticket_id?: string | null | undefined
  reservation_id?: string | null | undefined
  line_id?: number | null | undefined
  modulo_id?: number | null | undefined
  /** In the clerk's own words. */
  reason?: string | null | undefined
  /** What it says beyond its columns. Nothing of a person: no name, no document, no answer. */
  detail?: Readonly<Record<string, string | number | boolean | null>>
}

const insertActs = (acts: readonly NewAct[]) => sql`
  insert into desk_acts (office_id, at, clerk_id, act, ticket_id, reservation_id, line_id, modulo_id, reason, detail)
  select a.office_id, a.at, a.clerk_id, a.act, a.ticket_id, a.reservation_id, a.line_id, a.modulo_id, a.reason,
         coalesce(a.detail, '{}')
  from jsonb_to_recordset(${json(acts)}::jsonb) as a (
    office_id integer, at timestamptz, clerk_id integer, act text, ticket_id uuid, reservation_id uuid,
    line_id integer, modulo_id integer, reason text, detail jsonb
  )`

/**
 * SQL: notes acts. Part of a statement that changes offices (write-log.ts): its `turn` names those at which
 * the change happens.
 */
export const writeActs = (acts: readonly NewAct[]): RawBuilder<unknown> => sql`
  ${insertActs(acts)} where a.office_id in (select office_id from turn)`

/** Notes several at once. */
export async function noteActs(transaction: Transaction<Tables>, acts: readonly NewAct[]): Promise<void> {
  await insertActs(acts).execute(transaction)
}

/** Notes what a clerk does, in the transaction in which it is done; what no clerk does is no act. */
export async function noteAct(transaction: Transaction<Tables>, act: NewAct): Promise<void> {
  if (act.clerk_id !== undefined) await noteActs(transaction, [act])
}
