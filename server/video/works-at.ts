import type { Database } from '#server/database/database.ts'

/** Whether the clerk works at the office, or administrates it. */
export async function worksAt(
  { db }: Pick<Database, 'db'>,
  { clerk_id, office_id }: { clerk_id: number; office_id: number },
): Promise<boolean> {
  const place = await db
    .selectFrom('desk_roles')
    .select('office_id')
    .where('clerk_id', '=', clerk_id)
    .where('office_id', '=', office_id)
    .executeTakeFirst()
  return place !== undefined
}
