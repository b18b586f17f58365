import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * Holds who administrates the office's organization for this transaction, until it ends. Administrators are
 * of several offices: whoever changes one of them waits here for the others, and asks only then what anybody
 * may. Behind the office and ahead of any other row, so that no two wait for each other in a circle.
 */
export async function holdAdministrators(transaction: Transaction<Tables>, officeId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('administrators'), organization_id)
    from offices where id = ${officeId}::integer`.execute(transaction)
}
