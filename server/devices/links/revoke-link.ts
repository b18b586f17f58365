import { askedId } from '#server/database/asked-id.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import { notFound } from '#server/web/refusal.ts'

/**
 * The link opens nothing any more, and whatever it opened is closed in that moment; again does nothing.
 * @throws Refusal not-found, for a link of another office as for none
 */
export async function revokeLink(
  { database: { db }, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  { office_id, link_id }: { office_id: number; link_id: number },
): Promise<void> {
  const link = await db
    .updateTable('office_links')
    .set(row => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(clock.now())) }))
    .where('id', '=', askedId(link_id))
    .where('office_id', '=', askedId(office_id))
    .returning('id')
    .executeTakeFirst()
  if (!link) throw notFound('the link')
}
