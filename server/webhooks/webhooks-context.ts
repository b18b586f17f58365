import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { Protection } from '#server/secrets/protection.ts'
import type { PostWebhook } from './post-webhook.ts'

/** What the verbs of this room need of the world. */
export interface WebhooksContext {
  database: Database
  clock: Clock
  random: Random
  protection: Pick<Protection, 'sealWebhookSecret' | 'openWebhookSecret'>
  /** Private networks to which webhooks may post. */
  networks: readonly string[]
  post: PostWebhook
  /** Told what became of each attempt, and of a webhook that is given up. */
  count(outcome: string): void
}
