import type { Kysely } from 'kysely'
import { SUBSCRIPTIONS_MAX } from '#contract/limits.ts'
import type { PushSubscriptionBody } from '#contract/rest/push.ts'
import type { Tables } from '#server/database/tables.ts'
import { changePreferences } from '#server/identity/preferences.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { type FieldFault, Refusal } from '#server/web/refusal.ts'
import { isKnownPushService } from './known-push-services.ts'
import type { NotifyContext } from './notify-context.ts'
import { isPushAuthSecret, isPushPublicKey } from './subscription-keys.ts'

/** Keys that nothing can be encrypted for would fail at each call, when it is too late to tell anybody. */
function faultsOf({ p256dh, auth }: PushSubscriptionBody['keys']): FieldFault[] {
  return [
    ...(isPushPublicKey(p256dh) ? [] : [{ path: 'keys.p256dh', message: 'no point on P-256' }]),
    ...(isPushAuthSecret(auth) ? [] : [{ path: 'keys.auth', message: 'not 16 bytes' }]),
  ]
}

async function keepNewest(transaction: Kysely<Tables>, userId: string): Promise<void> {
  await transaction
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest =>
      newest
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(SUBSCRIPTIONS_MAX),
    )
    .execute()
}

/**
 * Keeps a browser's subscription and switches the person's push preference on with it: a subscription whose
 * preference failed to be saved would never ring. An endpoint belongs to one browser: whoever registers it
 * last owns it, so that a former user's calls do not show there (PUSH-07). It is kept as long as the session.
 *
 * @throws Refusal push-service-unknown where the endpoint is no push service that we know; bad-request where
 *   nothing can be encrypted for the keys
 */
export async function registerSubscription(
  context: NotifyContext,
  { user_id, session_id }: Pick<UserCaller, 'user_id' | 'session_id'>,
  body: PushSubscriptionBody,
): Promise<{ id: string }> {
  if (!isKnownPushService(body.endpoint, context.extraPushServices)) {
    throw new Refusal('push-service-unknown', 400, 'the endpoint is no known push service', [
      { path: 'endpoint', message: 'unknown push service' },
    ])
  }
  const faults = faultsOf(body.keys)
  if (faults.length > 0) throw new Refusal('bad-request', 400, 'the keys are no subscription’s', faults)
  const { keys, language } = body
  // As the check above has read it: what is posted to must not be open to another reading.
  const endpoint = new URL(body.endpoint).href
  const { database, random, clock } = context
  return database.transaction(async transaction => {
    await changePreferences(transaction, user_id, { site: 'web', notifications: { push: true } })
    const owned = {
      user_id,
      session_id,
      p256dh: keys.p256dh,
      auth: keys.auth,
      language,
      created_at: clock.now(),
    }
    const registered = await transaction
      .insertInto('push_subscriptions')
      .values({ id: random.uuid(), endpoint, ...owned })
      .onConflict(conflict => conflict.column('endpoint').doUpdateSet(owned))
      .returning('id')
      .executeTakeFirstOrThrow()
    await keepNewest(transaction, user_id)
    return registered
  })
}
