import {
  type PushSubscriptionBody,
  type OpeningWish,
  openingWishList,
  pushChecked,
  pushDelivery,
  pushKey,
  pushRegistered,
  pushTested,
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
  /** What this session wishes to be told of; so do the two below answer. */
  openings: (signal?: AbortSignal) => client.call('push', '/openings', openingWishList, { signal }),
  wishOpening: (wish: OpeningWish) =>
    client.call('push', '/openings', openingWishList, { method: 'PUT', json: wish }),
  dropOpening: ({ office_id, line_id }: OpeningWish) =>
    client.call('push', '/openings', openingWishList, {
      method: 'DELETE',
      query: { office_id, line_id: line_id ?? undefined },
    }),
  check: (endpoint_hash: string) =>
    client.call('push', '/subscriptions/check', pushChecked, { method: 'POST', json: { endpoint_hash } }),
  test: (endpoint_hash: string) =>
    client.call('push', '/test', pushTested, { method: 'POST', json: { endpoint_hash } }),
  delivery: (id: string) => client.call('push', path`/deliveries/${id}`, pushDelivery),
})
