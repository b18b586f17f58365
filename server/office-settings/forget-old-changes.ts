import { type Transaction, sql } from 'kysely'
import { SETTINGS_CHANGES_KEPT } from '#contract/desk-limits.ts'
import type { Tables } from '#server/database/tables.ts'

/** What was changed long ago is no longer given back. */
export async function forgetOldChanges(transaction: Transaction<Tables>, office_id: number): Promise<void> {
  await sql`
    delete from office_changes where office_id = ${office_id}::integer and id <= (
      select id from office_changes where office_id = ${office_id}::integer
      order by id desc offset ${SETTINGS_CHANGES_KEPT} limit 1
    )`.execute(transaction)
}
