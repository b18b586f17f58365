import * as v from 'valibot'
import type { OfficeFactName } from '../channel/office-channel.ts'
import { WEBHOOK_URL_MAX } from '../limits.ts'
import { isoTime, uuid } from '../primitives.ts'
import { urlOf } from '../rules/url-of.ts'

/**
 * What another system may wish to be told of an office, and the facts by which it is. No more than what the
 * office's topic tells its wall.
 */
export const WEBHOOK_TOPICS = {
  taken: ['ticket:created'],
  called: ['call:created', 'call:taken_back'],
  attended: ['ticket:attended'],
  missed: ['ticket:skipped', 'ticket:returned'],
  left: ['ticket:left'],
  moved: ['ticket:parked', 'ticket:returned', 'ticket:transferred', 'ticket:passed'],
  lines: ['line:frozen'],
} as const satisfies Record<string, readonly OfficeFactName[]>
export type WebhookTopic = keyof typeof WEBHOOK_TOPICS
export const WEBHOOK_TOPIC_NAMES = Object.keys(WEBHOOK_TOPICS) as [WebhookTopic, ...WebhookTopic[]]

const topics = v.pipe(
  v.array(v.picklist(WEBHOOK_TOPIC_NAMES)),
  v.minLength(1),
  v.check(named => new Set(named).size === named.length, 'a topic is named twice'),
)

function isWebAddress(text: string): boolean {
  const url = urlOf(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** POST desk/offices/{officeId}/webhooks. */
export const webhookWish = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(WEBHOOK_URL_MAX),
    v.check(isWebAddress, 'must be an address that begins with https://, without user and password'),
  ),
  topics,
})
export type WebhookWish = v.InferOutput<typeof webhookWish>

/**
 * GET desk/offices/{officeId}/webhooks. `failing`: what comes next was not taken, and is tried again; `off`:
 * given up, until it is resumed.
 */
export const webhook = v.object({
  id: uuid,
  url: v.string(),
  topics,
  state: v.picklist(['delivering', 'failing', 'off']),
  failing_since: v.nullable(isoTime),
  /** A status; or why there was none, as a code. */
  last_answer: v.nullable(v.string()),
  last_answer_at: v.nullable(isoTime),
  /** Until then the secret before signs as well, also where the new one is changed again. */
  former_until: v.nullable(isoTime),
})
export type Webhook = v.InferOutput<typeof webhook>
export const webhooks = v.object({ webhooks: v.array(webhook) })

/**
 * POST desk/offices/{officeId}/webhooks, and …/{webhookId}/secret for a new one: told once. POST …/test sends
 * an event of its own, …/resume goes on with what happens from then on, …/remove forgets it.
 */
export const webhookSecret = v.object({ id: uuid, secret: v.pipe(v.string(), v.startsWith('whsec_')) })
export type WebhookSecret = v.InferOutput<typeof webhookSecret>
