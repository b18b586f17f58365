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

/** What the push service said. `gone` alone means that the subscription is over (404, 410). */
export type PushOutcome =
  | { kind: 'accepted'; status: number }
  | { kind: 'gone'; status: number }
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; reason: string }

const PATIENCE_MS = 10_000

/** Posts one message, encrypted and signed. Follows no redirect: a push service has no reason to send us elsewhere. */
export async function postToPushService(
  envelope: PushEnvelope,
  keys: VapidKeys,
  contact: string,
): Promise<PushOutcome> {
  const { endpoint, p256dh, auth, payload, ttl, urgency, topic } = envelope
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttl,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject: contact, publicKey: keys.publicKey, privateKey: keys.privateKey },
  })
  try {
    const answer = await fetch(request.endpoint, {
      method: request.method,
      headers: Object.entries(request.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      ),
      body: request.body ? new Uint8Array(request.body) : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return { kind: 'accepted', status: answer.status }
    if (answer.status === 404 || answer.status === 410) return { kind: 'gone', status: answer.status }
    return { kind: 'refused', status: answer.status }
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
  }
}
