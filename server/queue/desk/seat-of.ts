import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'

/** At which office a clerk has a módulo open; undefined where they have none. */
export async function seatOf(
  db: Kysely<Tables>,
  clerk_id: number,
): Promise<Pick<AtDesk, 'office_id' | 'clerk_id'> | undefined> {
  const open = await db
    .selectFrom('modulos')
    .select('office_id')
    .where('clerk_id', '=', clerk_id)
    .executeTakeFirst()
  return open && { office_id: open.office_id, clerk_id }
}
