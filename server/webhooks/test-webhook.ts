import { notePress } from '#server/facts/note-press.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { notFound } from '#server/web/refusal.ts'
import { actOnWebhook, type WebhookOf } from './change-webhook.ts'
import { isTaken, postEvent, wordOf } from './post-event.ts'
import { testEvent } from './webhook-event.ts'
import type { WebhooksContext } from './webhooks-context.ts'

/**
 * Sends an event of its own there, also where the webhook is off, and keeps the answer to be shown. Where it
 * was taken, what waits is tried at once.
 * @throws Refusal not-found
 */
export async function testWebhook(context: WebhooksContext, of: WebhookOf): Promise<void> {
  const { office_id, webhook_id } = of
  const { database, clock, random } = context
  const { db } = database
  const webhook = await db
    .selectFrom('webhooks')
    .innerJoin('offices', 'offices.id', 'webhooks.office_id')
    .selectAll('webhooks')
    .select('offices.slug')
    .where('webhooks.id', '=', webhook_id)
    .where('office_id', '=', office_id)
    .executeTakeFirst()
  if (!webhook) throw notFound('the webhook')
  const answer = await postEvent(context, webhook, testEvent(random.uuid(), webhook, clock.now()))
  const now = clock.now()
  await database.transaction(async transaction => {
    await notePress(transaction, of, now)
    await transaction
      .updateTable('webhooks')
      .set({ last_answer: wordOf(answer), last_answer_at: now })
      .where('id', '=', webhook_id)
      .execute()
    await actOnWebhook(transaction, of, { at: now, act: 'webhook-tested', url: webhook.url })
  })
  if (!isTaken(answer)) return
  const agreed = agreedNow(clock)
  await db
    .updateTable('jobs')
    .set({ run_at: agreed })
    .where('kind', '=', 'tell-webhook')
    .where('key', '=', webhook_id)
    .where('run_at', '>', agreed)
    .where(job => job.or([job('locked_until', 'is', null), job('locked_until', '<=', agreed)]))
    .execute()
}
