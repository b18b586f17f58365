import type { Selectable } from 'kysely'
import type { WebhooksTable } from '#server/database/tables/notices.ts'
import type { WebhookAnswer } from './post-webhook.ts'
import { webhookHeaders } from './sign-webhook.ts'
import type { WebhookEvent } from './webhook-event.ts'
import type { WebhooksContext } from './webhooks-context.ts'

type Receiver = Pick<Selectable<WebhooksTable>, 'id' | 'url' | 'secret' | 'former_secret' | 'former_until'>

/** The receiver has it. */
export const isTaken = (answer: WebhookAnswer): boolean =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300

/** As it is shown to whoever answers for the office. */
export const wordOf = (answer: WebhookAnswer): string =>
  answer.kind === 'answered' ? String(answer.status) : answer.reason

/** Signs an event, posts it once, and counts what became of it. */
export async function postEvent(
  { clock, protection, post, count }: WebhooksContext,
  { id, url, secret, former_secret, former_until }: Receiver,
  event: WebhookEvent,
): Promise<WebhookAnswer> {
  const at = clock.now()
  const sealed = former_secret && former_until && former_until > at ? [secret, former_secret] : [secret]
  const secrets = sealed.map(one => protection.openWebhookSecret(one, id))
  const answer = await post({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Numerito',
      ...webhookHeaders({ ...event, at }, secrets),
    },
    body: event.body,
  })
  count(isTaken(answer) ? 'taken' : answer.kind === 'answered' ? 'refused' : 'unheard')
  return answer
}
