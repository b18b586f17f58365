import { askedId } from '#server/database/asked-id.ts'
import type { Database } from '#server/database/database.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notePress } from '#server/facts/note-press.ts'
import type { Clock } from '#server/platform/clock.ts'
import { notFound } from '#server/web/refusal.ts'

/**
 * The link opens nothing any more, and whatever it opened is closed in that moment; again does nothing.
 * @throws Refusal not-found, for a link of another office as for none
 */
export async function revokeLink(
  { database, clock }: { database: Database; clock: Clock },
  input: DoneAt & { link_id: number },
): Promise<void> {
  const { office_id, clerk_id, link_id } = input
  await database.transaction(async transaction => {
    const at = clock.now()
    await notePress(transaction, input, at)
    const link = await transaction
      .selectFrom('office_links')
      .select(['id', 'use', 'name', 'revoked_at'])
      .where('id', '=', askedId(link_id))
      .where('office_id', '=', askedId(office_id))
      .forUpdate()
      .executeTakeFirst()
    if (!link) throw notFound('the link')
    if (link.revoked_at) return
    await transaction.updateTable('office_links').set({ revoked_at: at }).where('id', '=', link.id).execute()
    const detail = { use: link.use, device: link.name }
    await noteAct(transaction, { office_id, clerk_id, at, act: 'link-revoked', detail })
  })
}
