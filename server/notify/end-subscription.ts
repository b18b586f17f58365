import { sql } from 'kysely'
import { changePreferences } from '#server/identity/preferences.ts'
import { notFound } from '#server/web/refusal.ts'
import type { NotifyContext } from './notify-context.ts'

/**
 * Ends the subscription of one browser. With the last one their push preference is switched off as well:
 * their other browsers ring on, and say so.
 * @throws Refusal not-found, where it is none of theirs
 * @see rules PUSH-01, HAND-01
 */
export async function endSubscription(
  { database }: Pick<NotifyContext, 'database'>,
  { id, user_id }: { id: string; user_id: string },
): Promise<void> {
  const wasTheirs = await database.transaction(async transaction => {
    // Another browser of theirs that is registered at this moment switches it on: one after the other.
    await sql`select from preferences where user_id = ${user_id}::uuid and site = 'web' for update`.execute(
      transaction,
    )
    const { numDeletedRows } = await transaction
      .deleteFrom('push_subscriptions')
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    const left = await transaction
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    // Also where it was gone already: its push service had told so.
    if (!left) await changePreferences(transaction, user_id, { site: 'web', notifications: { push: false } })
    return numDeletedRows > 0n
  })
  if (!wasTheirs) throw notFound('the subscription')
}
