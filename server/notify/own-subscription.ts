import { createHash } from 'node:crypto'
import type { PushKind } from '#contract/push-message.ts'
import type { NotifyContext } from './notify-context.ts'
import type { PushSubscription } from './push-subscription.ts'
import { subscriptionsToTell } from './subscriptions-to-tell.ts'

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

/**
 * The person's browser of this endpoint, where a notice of the kind would be sent to it. Looked for among
 * their own alone: whoever asks learns nothing of anybody else's browsers.
 * @param endpointHash SHA-256 of the endpoint, hexadecimal
 */
export async function ownSubscription(
  context: NotifyContext,
  userId: string,
  kind: PushKind,
  endpointHash: string,
): Promise<PushSubscription | undefined> {
  const own = await subscriptionsToTell(context, userId, kind)
  return own.find(({ endpoint }) => hashOf(endpoint) === endpointHash)
}
