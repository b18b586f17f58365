import { sql } from 'kysely'
import type { PushKind } from '#contract/push-message.ts'
import { isKnownPushService } from './known-push-services.ts'
import type { NotifyContext } from './notify-context.ts'
import type { PushSubscription } from './push-subscription.ts'

/**
 * The browsers that take a person's notices: none where their push preference is off, their own test aside.
 */
export async function subscriptionsToTell(
  { database, extraPushServices }: Pick<NotifyContext, 'database' | 'extraPushServices'>,
  userId: string,
  kind: PushKind,
): Promise<PushSubscription[]> {
  const subscriptions = await database.db
    .selectFrom('push_subscriptions as subscription')
    .leftJoin('preferences', join =>
      join.onRef('preferences.user_id', '=', 'subscription.user_id').on('preferences.site', '=', 'web'),
    )
    .where('subscription.user_id', '=', userId)
    .where(({ or, lit }) =>
      or([lit(kind === 'test'), sql<boolean>`preferences.notifications->'push' = 'true'::jsonb`]),
    )
    .select(['subscription.id', 'endpoint', 'p256dh', 'auth', 'language'])
    .execute()
  // Each was known when it registered; the settings may have changed since.
  return subscriptions.filter(({ endpoint }) => isKnownPushService(endpoint, extraPushServices))
}
