import { type PushSubscriptionBody, pushKey, pushRegistered, pushTested } from '#contract/rest/push.ts'
import { type Client, path } from './client.ts'

/** The token provider of push notices (PUSH-01). */
export const pushApi = (client: Client) => ({
  key: () => client.call('push', '/key', pushKey),
  register: (userId: string, subscription: PushSubscriptionBody) =>
    client.call('push', '/subscriptions', pushRegistered, {
      method: 'POST',
      query: { user_id: userId },
      json: subscription,
    }),
  end: (id: string) => client.tell('push', path`/subscriptions/${id}`, { method: 'DELETE' }),
  test: () => client.call('push', '/test', pushTested, { method: 'POST' }),
})
