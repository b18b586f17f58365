import {
  type PushSubscriptionBody,
  pushKey,
  pushRegistered,
  pushTested,
  type OpeningWish,
  openingWishList,
} from '#contract/rest/push.ts'
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
  /** What this session wishes to be told of; so do the two below answer. */
  openings: (signal?: AbortSignal) => client.call('push', '/openings', openingWishList, { signal }),
  wishOpening: (wish: OpeningWish) =>
    client.call('push', '/openings', openingWishList, { method: 'PUT', json: wish }),
  dropOpening: ({ office_id, line_id }: OpeningWish) =>
    client.call('push', '/openings', openingWishList, {
      method: 'DELETE',
      query: { office_id, line_id: line_id ?? undefined },
    }),
})
