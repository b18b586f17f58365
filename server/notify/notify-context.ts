import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { WhatsappContext } from '#server/whatsapp/whatsapp-context.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** What the senders of notices need from the outside. */
export interface NotifyContext {
  database: Database
  clock: Clock
  random: Random
  keys: VapidKeys
  /** mailto: or https: address by which a push service reaches the operator (the VAPID subject). */
  contact: string
  /**
   * The application's own origin: where a pressed notice leads. Asked at each message: a server learns its
   * port late.
   */
  origin: () => string
  /** Push services beside the browsers' own. @see isKnownPushService */
  extraPushServices: readonly string[]
  /** The second way to a phone, where there is one. */
  whatsapp?: WhatsappContext | null
  /** Counts what became of each message, by kind of outcome. */
  count?: (outcome: string) => void
  /**
   * Counts each person's notice once, by the best that its first try came to at any of their browsers: one
   * that nobody takes is tried for as long as it stands, and would outweigh those of everybody else. What
   * people send themselves, to see whether it comes, is none.
   */
  countNotice?: (outcome: string) => void
  /** Counts a call whose notice a browser showed, so many milliseconds after it. */
  countShown?: (ms: number) => void
  log: { warn(details: object, message: string): void }
}
