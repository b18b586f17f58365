import {
  type Webhook,
  type WebhookSecret,
  type WebhookWish,
  webhookSecret,
  webhooks,
} from '#contract/rest/webhooks.ts'
import { type Client, path } from '#src/api/client.ts'

/** The calls about other systems that are told what happens. Each throws an `ApiError`. */
export function webhooksApi(client: Client) {
  const post = { method: 'POST' } as const
  return {
    webhooks: (officeId: number, signal?: AbortSignal): Promise<{ webhooks: Webhook[] }> =>
      client.call('desk', path`/offices/${officeId}/webhooks`, webhooks, { signal }),
    /** The secret is told this once. */
    makeWebhook: (officeId: number, wish: WebhookWish): Promise<WebhookSecret> =>
      client.call('desk', path`/offices/${officeId}/webhooks`, webhookSecret, { ...post, json: wish }),
    renewWebhookSecret: (officeId: number, id: string): Promise<WebhookSecret> =>
      client.call('desk', path`/offices/${officeId}/webhooks/${id}/secret`, webhookSecret, post),
    changeWebhook: (
      officeId: number,
      id: string,
      act: 'test' | 'resume' | 'remove',
    ): Promise<{ webhooks: Webhook[] }> =>
      client.call('desk', path`/offices/${officeId}/webhooks/${id}/${act}`, webhooks, post),
  }
}
