import webPush from 'web-push'
import type { VapidKeys } from './vapid-keys.ts'

export interface PushEnvelope {
  endpoint: string
  p256dh: string
  auth: string
  payload: string
  /** Seconds; never 0, which no sleeping phone would ever hear. */
  ttl: number
  urgency: 'high' | 'normal'
  /** An undelivered message of the same topic is replaced. At most 32 characters of base64url. */
  topic: string
}

/**
 * What the push service said. `gone` alone means that the subscription is over (404, 410); `unusable` that
 * nothing can be encrypted for its keys, so that nothing was sent.
 */
export type PushOutcome =
  | { kind: 'accepted'; status: number }
  | { kind: 'gone'; status: number }
  /**
   * `waitMs`: how long it asked us to wait before we try again (Retry-After); 0 where it asked for nothing.
   */
  | { kind: 'refused'; status: number; waitMs: number }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'unusable'; reason: string }

/**
 * Push services answer in a moment. Jobs that wait for one hold up the others, and a server that wants to go.
 */
const PATIENCE_MS = 5_000

/** fetch says "fetch failed" of everything; why stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}

/** Retry-After as seconds or as a date, which is held against the answer's own: clocks differ. */
function waitMsOf(headers: Headers): number {
  const said = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(said)
    ? Number(said) * 1_000
    : Date.parse(said) - Date.parse(headers.get('date') ?? '')
  return ms > 0 ? ms : 0
}

/**
 * Encrypted for the browser (RFC 8291) and signed by us (RFC 8292).
 * @throws if the subscription's keys are invalid
 */
function requestOf({ payload, ttl, ...envelope }: PushEnvelope, keys: VapidKeys, subject: string) {
  const { endpoint, p256dh, auth, urgency, topic } = envelope
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttl,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject, ...keys },
  })
}

async function post({ endpoint, method, headers, body }: webPush.RequestDetails): Promise<PushOutcome> {
  try {
    const answer = await fetch(endpoint, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: body && new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return { kind: 'accepted', status: answer.status }
    if (answer.status === 404 || answer.status === 410) return { kind: 'gone', status: answer.status }
    return { kind: 'refused', status: answer.status, waitMs: waitMsOf(answer.headers) }
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}

/** Posts one message. Follows no redirect: a push service has no reason to send us elsewhere. */
export async function postToPushService(
  envelope: PushEnvelope,
  keys: VapidKeys,
  contact: string,
): Promise<PushOutcome> {
  let request: webPush.RequestDetails
  try {
    request = requestOf(envelope, keys, contact)
  } catch (error) {
    return { kind: 'unusable', reason: reasonOf(error) }
  }
  return post(request)
}
