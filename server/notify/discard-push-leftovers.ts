import type { NotifyContext } from './notify-context.ts'

/** A delivery is looked at while its ticket is at a desk; a day later nobody asks. */
const DELIVERIES_KEPT_MS = 2 * 24 * 3_600_000
/** Who waits while the session runs out is called all the same. */
const AFTER_SESSION_MS = 24 * 3_600_000

/**
 * Forgets old deliveries, and the browsers of people of whom no session is open any more: nobody calls them.
 */
export async function discardPushLeftovers({
  database: { db },
  clock,
}: Pick<NotifyContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await db
    .deleteFrom('push_deliveries')
    .where('sent_at', '<', new Date(now - DELIVERIES_KEPT_MS))
    .execute()
  await db
    .deleteFrom('push_subscriptions')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.user_id', '=', 'push_subscriptions.user_id')
            .where('revoked_at', 'is', null)
            .where('expires_at', '>', new Date(now - AFTER_SESSION_MS)),
        ),
      ),
    )
    .execute()
}
