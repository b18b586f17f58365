import { sql } from 'kysely'
import { WEBHOOKS_MAX } from '#contract/limits.ts'
import type { WebhookSecret, WebhookWish } from '#contract/rest/webhooks.ts'
import { json } from '#server/database/json-column.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notePress } from '#server/facts/note-press.ts'
import { currentSeq } from '#server/facts/read-facts.ts'
import { Refusal } from '#server/web/refusal.ts'
import { addressOfHost, mayReach } from './may-reach.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import type { WebhooksContext } from './webhooks-context.ts'

/** What can be said before anybody is asked where a name leads. */
function isRefused(url: URL, networks: readonly string[]): boolean {
  const address = addressOfHost(url)
  if (address !== null) return !mayReach(url.protocol, address, networks)
  return url.protocol !== 'https:' && networks.length === 0
}

/**
 * From now on what happens at the office is told there. The secret is told once.
 * @throws Refusal webhooks-full, webhook-address-refused
 */
export async function makeWebhook(
  context: WebhooksContext,
  wish: AtDesk & WebhookWish,
): Promise<WebhookSecret> {
  const { office_id, clerk_id, url, topics } = wish
  const { database, clock, random, protection, networks } = context
  const address = new URL(url)
  if (isRefused(address, networks)) {
    throw new Refusal('webhook-address-refused', 400, 'this server does not post there', [
      { path: 'url', message: 'not a public https address, nor in a network that the operator named' },
    ])
  }
  const id = random.uuid()
  const secret = newWebhookSecret(random)
  await database.transaction(async transaction => {
    const at = clock.now()
    await notePress(transaction, wish, at)
    // Two who make one at once are counted one after the other.
    await sql`select from offices where id = ${office_id}::integer for no key update`.execute(transaction)
    const { count } = await transaction
      .selectFrom('webhooks')
      .select(row => row.fn.countAll<number>().as('count'))
      .where('office_id', '=', office_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= WEBHOOKS_MAX) throw new Refusal('webhooks-full', 409, 'remove a webhook first')
    await transaction
      .insertInto('webhooks')
      .values({
        id,
        office_id,
        url: address.href,
        topics: json(topics),
        secret: protection.sealWebhookSecret(secret, id),
        made_at: at,
        told_seq: await currentSeq(transaction, office_id),
      })
      .execute()
    await noteAct(transaction, {
      office_id,
      clerk_id,
      at,
      act: 'webhook-made',
      detail: { device: address.host },
    })
  })
  return { id, secret }
}
