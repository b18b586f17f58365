import type { IncomingHttpHeaders } from 'node:http'
import { checkVapid, type VapidClaims } from './vapid-check.ts'

const URGENCIES = ['very-low', 'low', 'normal', 'high'] as const

export type Urgency = (typeof URGENCIES)[number]

/** What a well-formed POST asks of the push service. */
export type PushRequest = {
  /** Seconds that the message may wait for its browser. */
  ttl: number
  /** 'normal' when the header is absent, as the standard has it. */
  urgency: Urgency
  topic: string | undefined
  vapid: VapidClaims
}

export type PushRefusal = { status: number; reason: string }

type PostContext = { audience: string; applicationServerKey: string | undefined; now: number }

/** The largest body that every push service takes. @see RFC 8030 §7.2 */
const MAX_BODY_BYTES = 4096

/**
 * Reads a POST to a push endpoint, refusing whatever one of the real services would refuse or quietly lose.
 * TTL 0 is legal, yet never wakes a phone in deep sleep, so it is refused here.
 * @see RFC 8030 §5
 */
export function readPushPost(
  headers: IncomingHttpHeaders,
  body: Buffer,
  context: PostContext,
): PushRequest | PushRefusal {
  const vapid = checkVapid(headers.authorization, context)
  if ('status' in vapid) return vapid
  const ttl = String(headers.ttl ?? '')
  if (!/^\d{1,10}$/.test(ttl)) return { status: 400, reason: 'TTL is missing or no number of seconds' }
  if (Number(ttl) === 0)
    return { status: 400, reason: 'TTL is 0: the message would be lost on a sleeping phone' }
  const urgency = URGENCIES.find(known => known === (headers.urgency ?? 'normal'))
  if (!urgency) return { status: 400, reason: `Urgency ${JSON.stringify(headers.urgency)} is unknown` }
  const topic = headers.topic
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) {
    return { status: 400, reason: 'Topic is not 1 to 32 characters of base64url' }
  }
  if (body.length > MAX_BODY_BYTES) return { status: 413, reason: `body of ${body.length} bytes` }
  if (body.length > 0 && headers['content-encoding'] !== 'aes128gcm') {
    return { status: 415, reason: 'Content-Encoding is not aes128gcm' }
  }
  return {
    ttl: Number(ttl),
    urgency,
    topic: topic === undefined ? undefined : String(topic),
    vapid: vapid.claims,
  }
}
