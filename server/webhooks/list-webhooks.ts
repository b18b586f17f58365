import type { Webhook } from '#contract/rest/webhooks.ts'
import type { WebhooksContext } from './webhooks-context.ts'

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** The webhooks of an office, the oldest first, and how they fare. */
export async function listWebhooks(
  { database: { db }, clock }: Pick<WebhooksContext, 'database' | 'clock'>,
  officeId: number,
): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'topics', 'former_until', 'failing_since', 'off_at'])
    .select(['last_answer', 'last_answer_at'])
    .where('office_id', '=', officeId)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
  const now = clock.now()
  return rows.map(({ off_at, failing_since, former_until, last_answer_at, ...webhook }) => ({
    ...webhook,
    state: off_at ? 'off' : failing_since ? 'failing' : 'delivering',
    failing_since: isoOf(failing_since),
    last_answer_at: isoOf(last_answer_at),
    former_until: former_until && former_until > now ? isoOf(former_until) : null,
  }))
}
