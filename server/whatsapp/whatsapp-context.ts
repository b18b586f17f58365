import type { Database } from '#server/database/database.ts'
import type { WhatsappMessagesTable } from '#server/database/tables/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { Protection } from '#server/secrets/protection.ts'
import type { WhatsappSettings } from '#server/settings/settings.ts'

/** A call, or the code that shows that a number is one's own. */
export type WhatsappKind = WhatsappMessagesTable['kind']

/** What the verbs of this room need of the world. There is none where WhatsApp is not configured. */
export interface WhatsappContext {
  database: Database
  clock: Clock
  random: Random
  protection: Protection
  settings: WhatsappSettings
  /** Counts what became of a message. */
  count(kind: WhatsappKind, outcome: string): void
  /** Counts what is charged for, by the category of its price. */
  countBilled(category: string): void
  /** Told no number, and no name of a message: the number stands in it. */
  log: { warn(details: object, message: string): void }
}
