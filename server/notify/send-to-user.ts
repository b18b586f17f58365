import type { PushNews } from './compose-push-message.ts'
import { deliverPush, type SendOptions } from './deliver-push.ts'
import type { NotifyContext } from './notify-context.ts'
import type { PushOutcome } from './post-to-push-service.ts'
import { subscriptionsToTell } from './subscriptions-to-tell.ts'

/** What became of a person's messages: how many browsers' push services took one, and how many did not. */
export interface Sent {
  accepted: number
  /** Not taken now, and worth trying again: unreachable, too many (429), or a fault of theirs (5xx). */
  postponed: number
  /** The longest that a push service asked us to wait before we try again, milliseconds; 0 where none did. */
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
  const results = await Promise.allSettled(
    subscriptions.map(async subscription => {
      const delivered = await deliverPush(context, userId, subscription, news, options)
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
        sent[isWorthRepeating(outcome) ? 'postponed' : 'refused'] += 1
        if (outcome.kind === 'refused') sent.waitMs = Math.max(sent.waitMs, outcome.waitMs)
        const { host } = new URL(subscription.endpoint)
        log.warn({ host, outcome }, 'a push service did not take a message')
      }
    }),
  )
  const best = BEST_FIRST.find(kind => firstTries.has(kind))
  if (best && news.kind !== 'test') context.countNotice?.(best)
  const broken = results.find(result => result.status === 'rejected')
  if (broken) throw broken.reason
  return sent
}
