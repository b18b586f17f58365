import { createHmac } from 'node:crypto'
import type { Random } from '#server/platform/random.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** As the Standard Webhooks specification writes a secret. */
export const newWebhookSecret = (random: Random): string =>
  PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')

export interface SignedContent {
  /** The same however often it is told. Without a dot, which parts what is signed. */
  id: string
  /** Of this attempt. */
  at: Date
  body: string
}

/**
 * The headers by which a receiver knows that it was us, that nothing was changed, and what it heard before.
 * @param secrets each signs: one of them is the receiver's, also while it is replaced
 * @see https://www.standardwebhooks.com
 */
export function webhookHeaders(
  { id, at, body }: SignedContent,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000)
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
