import type { PushSubscriptionBody } from '#contract/rest/push.ts'
import { DEFAULT_PREFERENCES } from '#contract/rest/login.ts'
import { Refusal } from '#server/web/refusal.ts'
import { isKnownPushService } from './known-push-services.ts'
import type { NotifyContext } from './notify-context.ts'

/**
 * Keeps a browser's subscription and switches the person's push preference on with it: a subscription whose
 * preference failed to be saved would never ring. An endpoint belongs to one browser: whoever registers it last owns
 * it, so that a former user's calls do not show there (PUSH-07).
 *
 * @throws Refusal push-service-unknown where the endpoint is no push service that we know
 */
export async function registerSubscription(
  context: NotifyContext,
  userId: string,
  body: PushSubscriptionBody,
): Promise<{ id: string }> {
  if (!isKnownPushService(body.endpoint, context.extraPushServices)) {
    throw new Refusal('push-service-unknown', 400, 'the endpoint is no known push service', [
      { path: 'endpoint', message: 'unknown push service' },
    ])
  }
  const { endpoint, keys, language } = body
  return context.database.transaction(async trx => {
    const current = await trx
      .selectFrom('preferences')
      .select('notifications')
      .where('user_id', '=', userId)
      .where('site', '=', 'web')
      .executeTakeFirst()
    const notifications = JSON.stringify({ ...DEFAULT_PREFERENCES, ...current?.notifications, push: true })
    await trx
      .insertInto('preferences')
      .values({ user_id: userId, site: 'web', notifications })
      .onConflict(conflict => conflict.columns(['user_id', 'site']).doUpdateSet({ notifications }))
      .execute()
    const owned = { user_id: userId, p256dh: keys.p256dh, auth: keys.auth, language }
    return trx
      .insertInto('push_subscriptions')
      .values({ id: context.random.uuid(), endpoint, ...owned, created_at: context.clock.now() })
      .onConflict(conflict => conflict.column('endpoint').doUpdateSet(owned))
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}
