import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { asPart } from '#server/platform/tracing.ts'
import { composePushMessage, type PushNews } from './compose-push-message.ts'
import type { NotifyContext } from './notify-context.ts'
import { type PushOutcome, postToPushService } from './post-to-push-service.ts'
import type { PushSubscription } from './push-subscription.ts'

export interface SendOptions {
  /** Milliseconds for which the news is worth bringing. */
  standsMs: number
  urgency: 'high' | 'normal'
  /** The one subscription that is meant, by its id; otherwise all of the person's. */
  only?: string
  /** What the one delivery is called, where its sender wants to hear of it. */
  deliveryId?: string
}

const TOPIC_LENGTH = 32
/**
 * A uuid without its dashes is 32 characters of base64url: just what a topic may hold. What the office writes
 * has one of its own: on a phone that is out of reach it would take the place of the call.
 */
const topicOf = ({ tuid, ruid, occasion, kind }: PushNews) =>
  kind === 'message'
    ? createHash('sha256').update(`message ${tuid}`).digest('base64url').slice(0, TOPIC_LENGTH)
    : (tuid ?? ruid ?? occasion ?? kind).replaceAll(/[^A-Za-z0-9]/g, '').slice(0, TOPIC_LENGTH)

/**
 * Writes the delivery down before it is sent: the phone may acknowledge sooner than the push service has
 * answered us.
 * @returns null where the browser has heard this news: its push service took it, or the phone showed it
 */
async function beginDelivery(
  { database, clock }: NotifyContext,
  id: string,
  about: {
    user_id: string
    subscription_id: string
    ticket_id: string | null
    kind: string
    calls: number | null
  },
): Promise<{ is_first: boolean } | null> {
  const sent_at = clock.now()
  const begun = await database.db
    .insertInto('push_deliveries')
    .values({ id, ...about, sent_at, status: null, shown_at: null })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet({ sent_at })
        .where('push_deliveries.shown_at', 'is', null)
        .where(({ or, eb }) =>
          or([
            eb('push_deliveries.status', 'is', null),
            eb('push_deliveries.status', '<', 200),
            eb('push_deliveries.status', '>=', 300),
          ]),
        ),
    )
    // A statement sees what was there before it, and nothing that it writes itself.
    .returning(
      sql<boolean>`not exists (select from push_deliveries before where before.id = push_deliveries.id)`.as(
        'is_first',
      ),
    )
    .executeTakeFirst()
  return begun ?? null
}

export interface Delivered {
  outcome: PushOutcome
  /** Nobody had tried to bring this news there. */
  isFirst: boolean
}

/**
 * Sends the news to one browser, in its language, and writes down what became of it. A repeat of the job must
 * not ring twice: null where the browser has heard it before.
 */
export async function deliverPush(
  context: NotifyContext,
  userId: string,
  subscription: PushSubscription,
  news: PushNews,
  { standsMs, urgency, deliveryId }: SendOptions & { deliveryId: string },
): Promise<Delivered | null> {
  const { database, keys, contact, origin } = context
  const about = {
    user_id: userId,
    subscription_id: subscription.id,
    ticket_id: news.tuid,
    kind: news.kind,
    calls: news.calls ?? null,
  }
  const begun = await beginDelivery(context, deliveryId, about)
  if (begun === null) return null
  const envelope = {
    ...subscription,
    payload: JSON.stringify(composePushMessage(news, deliveryId, subscription.language, origin())),
    ttl: Math.max(1, Math.ceil(standsMs / 1000)),
    urgency,
    topic: topicOf(news),
  }
  // The host alone: the rest of the endpoint is one phone's.
  const { hostname } = new URL(subscription.endpoint)
  const outcome = await asPart(
    'push',
    { 'server.address': hostname, 'numerito.push.kind': news.kind, 'numerito.push.urgency': urgency },
    async span => {
      const outcome = await postToPushService(envelope, keys, contact)
      span?.set({ 'numerito.push.outcome': outcome.kind })
      if ('status' in outcome) span?.set({ 'http.response.status_code': outcome.status })
      if (outcome.kind !== 'accepted') span?.fail(outcome.kind)
      return outcome
    },
  )
  context.count?.(outcome.kind)
  if ('status' in outcome) {
    await database.db
      .updateTable('push_deliveries')
      .set({ status: outcome.status })
      .where('id', '=', deliveryId)
      .execute()
  }
  return { outcome, isFirst: begun.is_first }
}
