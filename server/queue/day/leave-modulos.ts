import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isStoodAt } from '../turn/stood-at.ts'

/**
 * Closes the modulos of an office at which nobody stands: whom a clerk has called is attended by a clerk's
 * word alone. The caller holds the office.
 * @param before those that were opened later stay: somebody came back for a reason
 * @see rule DESK-08
 */
export async function leaveModulos(
  transaction: Transaction<Tables>,
  officeId: number,
  { at, before = at }: { at: Date; before?: Date },
): Promise<void> {
  await sql`
    update modulos m set clerk_id = null, opened_at = null, changed_at = ${at}::timestamptz
    where m.office_id = ${officeId}::integer and m.opened_at <= ${before}::timestamptz
      and not ${isStoodAt}`.execute(transaction)
}
