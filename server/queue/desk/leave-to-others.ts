import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'

/**
 * Frees the módulo that a clerk has open at an office where they have no role any more: whoever stands there
 * is none of theirs, goes on standing, and is found by whoever opens it next.
 * @returns the módulo; undefined where they had none
 */
export async function leaveToOthers(
  transaction: Transaction<Tables>,
  { office_id, clerk_id }: Pick<AtDesk, 'office_id' | 'clerk_id'>,
  at: Date,
): Promise<{ id: number; name: string } | undefined> {
  return await transaction
    .updateTable('modulos')
    .set({ clerk_id: null, opened_at: null, changed_at: at })
    .where('clerk_id', '=', clerk_id)
    .where('office_id', '=', office_id)
    .returning(['id', 'name'])
    .executeTakeFirst()
}
