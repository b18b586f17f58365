import { composePushMessage, type PushNews } from './compose-push-message.ts'
import { isKnownPushService } from './known-push-services.ts'
import type { NotifyContext } from './notify-context.ts'
import { type PushOutcome, postToPushService } from './post-to-push-service.ts'

export interface SendOptions {
  /** Milliseconds for which the news is worth bringing. */
  standsMs: number
  urgency: 'high' | 'normal'
}

/** Thrown when a push service could not take the message now: the job that sent it tries again. */
export class PushNotTaken extends Error {
  override readonly name = 'PushNotTaken'
}

const TOPIC_LENGTH = 32
/** A uuid without its dashes is 32 characters of base64url: just what a topic may hold. */
const topicOf = ({ tuid, kind }: PushNews) =>
  (tuid ?? kind).replaceAll(/[^A-Za-z0-9]/g, '').slice(0, TOPIC_LENGTH)

interface Subscription {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  language: 'es' | 'en' | 'pt'
}

async function subscriptionsToTell(
  { database }: NotifyContext,
  userId: string,
  news: PushNews,
): Promise<Subscription[]> {
  return (
    database.db
      .selectFrom('push_subscriptions as subscription')
      .leftJoin('preferences', join =>
        join.onRef('preferences.user_id', '=', 'subscription.user_id').on('preferences.site', '=', 'web'),
      )
      .where('subscription.user_id', '=', userId)
      // A repeat of the job must not ring twice on the phone that heard it the first time.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('push_deliveries as earlier')
              .select('earlier.id')
              .whereRef('earlier.subscription_id', '=', 'subscription.id')
              .where('earlier.ticket_id', '=', news.tuid)
              .where('earlier.kind', '=', news.kind)
              .where('earlier.status', '>=', 200)
              .where('earlier.status', '<', 300)
              .where('earlier.sent_at', '>=', news.at),
          ),
        ),
      )
      .select(['subscription.id', 'endpoint', 'p256dh', 'auth', 'language', 'notifications'])
      .execute()
      .then(rows => rows.filter(row => news.kind === 'test' || row.notifications?.push === true))
  )
}

async function deliver(
  context: NotifyContext,
  userId: string,
  subscription: Subscription,
  news: PushNews,
  options: SendOptions,
): Promise<PushOutcome> {
  const { database, clock, random } = context
  const deliveryId = random.uuid()
  // Written before it is sent: the phone may acknowledge sooner than the push service has answered us.
  await database.db
    .insertInto('push_deliveries')
    .values({
      id: deliveryId,
      subscription_id: subscription.id,
      user_id: userId,
      ticket_id: news.tuid,
      kind: news.kind,
      sent_at: clock.now(),
      status: null,
      shown_at: null,
    })
    .execute()
  const payload = JSON.stringify(
    composePushMessage(news, deliveryId, subscription.language, context.origin()),
  )
  const outcome = await postToPushService(
    {
      ...subscription,
      payload,
      ttl: Math.max(1, Math.ceil(options.standsMs / 1000)),
      urgency: options.urgency,
      topic: topicOf(news),
    },
    context.keys,
    context.contact,
  )
  if (outcome.kind !== 'unreachable') {
    await database.db
      .updateTable('push_deliveries')
      .set({ status: outcome.status })
      .where('id', '=', deliveryId)
      .execute()
  }
  return outcome
}

/**
 * Sends the news to every browser of a person that asked for it, and ends the subscriptions that are gone. Only 404
 * and 410 end one: a mistake in our own keys (403) must not wipe everybody.
 *
 * @returns how many browsers' push services took the message
 * @throws PushNotTaken when one could not take it now
 */
export async function sendToUser(
  context: NotifyContext,
  userId: string,
  news: PushNews,
  options: SendOptions,
): Promise<number> {
  const subscriptions = await subscriptionsToTell(context, userId, news)
  const known = subscriptions.filter(({ endpoint }) =>
    isKnownPushService(endpoint, context.extraPushServices),
  )
  const outcomes = await Promise.all(
    known.map(async subscription => ({
      subscription,
      outcome: await deliver(context, userId, subscription, news, options),
    })),
  )
  for (const { outcome } of outcomes) context.count?.(outcome.kind)
  const gone = outcomes
    .filter(({ outcome }) => outcome.kind === 'gone')
    .map(({ subscription }) => subscription.id)
  if (gone.length > 0)
    await context.database.db.deleteFrom('push_subscriptions').where('id', 'in', gone).execute()
  const failed = outcomes.filter(
    ({ outcome }) => outcome.kind === 'refused' || outcome.kind === 'unreachable',
  )
  for (const { outcome, subscription } of failed) {
    context.log.warn(
      { host: new URL(subscription.endpoint).host, outcome },
      'a push service did not take a message',
    )
  }
  if (failed.some(({ outcome }) => isWorthRepeating(outcome)))
    throw new PushNotTaken(`${failed.length} not taken`)
  return outcomes.filter(({ outcome }) => outcome.kind === 'accepted').length
}

const isWorthRepeating = (outcome: PushOutcome) =>
  outcome.kind === 'unreachable' ||
  (outcome.kind === 'refused' && (outcome.status === 429 || outcome.status >= 500))
