import { sql, type Transaction, type UpdateObject } from 'kysely'
import { WEBHOOK_FORMER_SECRET_MS } from '#contract/limits.ts'
import type { DeskAct } from '#contract/rest/desk-acts.ts'
import type { WebhookSecret } from '#contract/rest/webhooks.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notePress } from '#server/facts/note-press.ts'
import { currentSeq } from '#server/facts/read-facts.ts'
import { notFound } from '#server/web/refusal.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import type { WebhooksContext } from './webhooks-context.ts'

/** A clerk's press about a webhook of their office. */
export interface WebhookOf extends AtDesk {
  webhook_id: string
}

const noWebhook = () => notFound('the webhook')

/** Which one it was, as a supervisor reads it: by its host, since an address may hold a word of its own. */
export const actOnWebhook = (
  transaction: Transaction<Tables>,
  { office_id, clerk_id }: WebhookOf,
  done: { at: Date; act: DeskAct; url: string },
): Promise<void> =>
  noteAct(transaction, {
    office_id,
    clerk_id,
    at: done.at,
    act: done.act,
    detail: { device: new URL(done.url).host },
  })

async function change(
  { database, clock }: Pick<WebhooksContext, 'database' | 'clock'>,
  of: WebhookOf,
  act: DeskAct,
  set: UpdateObject<Tables, 'webhooks'>,
): Promise<void> {
  await database.transaction(async transaction => {
    const at = clock.now()
    await notePress(transaction, of, at)
    const changed = await transaction
      .updateTable('webhooks')
      .set(set)
      .where('id', '=', of.webhook_id)
      .where('office_id', '=', of.office_id)
      .returning('url')
      .executeTakeFirst()
    if (!changed) throw noWebhook()
    await actOnWebhook(transaction, of, { at, act, url: changed.url })
  })
}

/**
 * Another secret, told once. The one before signs beside it for a day, so that the receiver may be told
 * later. Within that day the next one takes the place of the newest alone: its answer may have been lost, and
 * what the receiver has is the one that signs still.
 * @throws Refusal not-found
 */
export async function renewSecret(context: WebhooksContext, of: WebhookOf): Promise<WebhookSecret> {
  const { clock, random, protection } = context
  const secret = newWebhookSecret(random)
  const at = clock.now()
  const until = new Date(at.getTime() + WEBHOOK_FORMER_SECRET_MS)
  const stands = sql`former_until > ${at}::timestamptz`
  await change(context, of, 'webhook-secret-renewed', {
    former_secret: sql`case when ${stands} then former_secret else secret end`,
    former_until: sql`case when ${stands} then former_until else ${until}::timestamptz end`,
    secret: protection.sealWebhookSecret(secret, of.webhook_id),
  })
  return { id: of.webhook_id, secret }
}

/**
 * One that was given up goes on, with what happens from now on: what was lost meanwhile is of no use to a
 * screen.
 * @throws Refusal not-found
 */
export async function resumeWebhook(context: WebhooksContext, of: WebhookOf): Promise<void> {
  const told_seq = await currentSeq(context.database.db, of.office_id)
  await change(context, of, 'webhook-resumed', {
    // Pressed where it goes on already, it skips nothing.
    told_seq: sql`case when off_at is null then told_seq else ${told_seq}::bigint end`,
    failures: 0,
    failing_since: null,
    off_at: null,
  })
}

/** @throws Refusal not-found, for one of another office as for none */
export async function removeWebhook({ database, clock }: WebhooksContext, of: WebhookOf): Promise<void> {
  const { office_id, webhook_id } = of
  await database.transaction(async transaction => {
    const at = clock.now()
    await notePress(transaction, of, at)
    const gone = await transaction
      .deleteFrom('webhooks')
      .where('id', '=', webhook_id)
      .where('office_id', '=', office_id)
      .returning('url')
      .executeTakeFirst()
    if (!gone) throw noWebhook()
    await actOnWebhook(transaction, of, { at, act: 'webhook-removed', url: gone.url })
  })
}
