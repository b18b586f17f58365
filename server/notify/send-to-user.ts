import type { PushNews } from './compose-push-message.ts'
import { deliverPush, type SendOptions } from './deliver-push.ts'
import { deliveryIdOf } from './delivery-id.ts'
import type { NotifyContext } from './notify-context.ts'
import type { PushOutcome } from './post-to-push-service.ts'
import { subscriptionsToTell } from './subscriptions-to-tell.ts'

/** What became of a person's messages: how many browsers' push services took one, and how many did not. */
export interface Sent {
  accepted: number
  /** Not taken now, and worth trying again: unreachable, too many (429), or a fault of theirs (5xx). */
  postponed: number
  /** When the first of these may be tried again, milliseconds from now; 0 where one asked for no pause. */
  waitMs: number
  /** Had heard it before: an earlier run of the job brought it there. */
  heard: number
  /** Not taken, and not for being gone: a mistake of ours, which a repeat does not mend. */
  refused: number
}

const isWorthRepeating = (outcome: PushOutcome) =>
  outcome.kind === 'unreachable' ||
  (outcome.kind === 'refused' && (outcome.status === 429 || outcome.status >= 500))

/** What became of a person's notice is the best that became of it at any of their browsers. */
const BEST_FIRST = [
  'accepted',
  'gone',
  'unusable',
  'refused',
  'unreachable',
] as const satisfies PushOutcome['kind'][]

/**
 * Until when a push service wants its peace with what it did not take (Retry-After), by the delivery. That
 * one browser's asks for a quarter of an hour keeps none of the person's others waiting. A server that was
 * started anew asks too early, once.
 */
const pauses = new WeakMap<NotifyContext, Map<string, number>>()
const PAUSES_MOST = 10_000

function pausesOf(context: NotifyContext): Map<string, number> {
  const known = pauses.get(context) ?? new Map<string, number>()
  pauses.set(context, known)
  return known
}

function keepPause(paused: Map<string, number>, deliveryId: string, now: number, waitMs: number): void {
  // Those of news that was over before they were.
  if (paused.size >= PAUSES_MOST) for (const [id, until] of paused) if (until <= now) paused.delete(id)
  if (paused.size < PAUSES_MOST) paused.set(deliveryId, now + waitMs)
}

/**
 * Sends the news to every browser of a person that takes notices and has not heard it, and ends the
 * subscriptions that are gone. Only 404 and 410 end one (PUSH-05): a mistake in our own keys (403) must not
 * wipe everybody.
 *
 * @throws what the database threw, once every message was sent
 */
export async function sendToUser(
  context: NotifyContext,
  userId: string,
  news: PushNews,
  options: SendOptions,
): Promise<Sent> {
  const { database, log } = context
  const sent: Sent = { accepted: 0, postponed: 0, waitMs: 0, heard: 0, refused: 0 }
  const subscriptions = (await subscriptionsToTell(context, userId, news.kind)).filter(
    ({ id }) => options.only === undefined || id === options.only,
  )
  const firstTries = new Set<PushOutcome['kind']>()
  const now = context.clock.now().getTime()
  const paused = pausesOf(context)
  const waits: number[] = []
  const results = await Promise.allSettled(
    subscriptions.map(async subscription => {
      const deliveryId = options.deliveryId ?? deliveryIdOf(context, subscription.id, news)
      const pauseMs = (paused.get(deliveryId) ?? now) - now
      if (pauseMs > 0) {
        sent.postponed += 1
        waits.push(pauseMs)
        return
      }
      paused.delete(deliveryId)
      const delivered = await deliverPush(context, userId, subscription, news, { ...options, deliveryId })
      if (delivered === null) {
        sent.heard += 1
        return
      }
      const { outcome, isFirst } = delivered
      if (isFirst) firstTries.add(outcome.kind)
      if (outcome.kind === 'accepted') {
        sent.accepted += 1
      } else if (outcome.kind === 'gone') {
        await database.db.deleteFrom('push_subscriptions').where('id', '=', subscription.id).execute()
      } else {
        const isPostponed = isWorthRepeating(outcome)
        sent[isPostponed ? 'postponed' : 'refused'] += 1
        const waitMs = outcome.kind === 'refused' ? outcome.waitMs : 0
        if (isPostponed) waits.push(waitMs)
        if (isPostponed && waitMs > 0) keepPause(paused, deliveryId, now, waitMs)
        const { host } = new URL(subscription.endpoint)
        log.warn({ host, outcome }, 'a push service did not take a message')
      }
    }),
  )
  sent.waitMs = waits.length === 0 ? 0 : Math.min(...waits)
  const best = BEST_FIRST.find(kind => firstTries.has(kind))
  if (best && news.kind !== 'test') context.countNotice?.(best)
  const broken = results.find(result => result.status === 'rejected')
  if (broken) throw broken.reason
  return sent
}
