import type { TicketErrorCode } from '#contract/error-codes.ts'
import type { TicketPreference } from '#server/database/tables/turns.ts'
import type { LineSettings } from './line-settings.ts'

/** A number that somebody, or the office's own dispenser, asks for. */
export interface NumberRequest {
  /** The id that the ticket gets, if one is made. */
  tuid: string
  /** What everything else here was made from: it must still be so. */
  line: LineSettings
  /** The office's own day, YYYY-MM-DD: numbers start at 1 each day. */
  day: string
  at: Date
  /** What waits since before this is as good as gone, and bars nobody's way. */
  staleBefore: Date
  /** Who gives it, where a clerk does. */
  clerk_id?: number | undefined
  /** By which they do. */
  press?: string | undefined
  /** Null for a paper number. */
  user_id: string | null
  request_id: string | null
  /** Counts where the user's own row has none. */
  identity_hash: Uint8Array | null
  meta: Uint8Array | null
  /** Refused with this, unless it is a request that already has its ticket. */
  precluded: TicketErrorCode | null
  /** Who asks says that the document is theirs under which another person holds a number ("No fui yo"). */
  declared: boolean
  /** Its person goes first, by the office's rule; null for nobody in particular. */
  preference: Exclude<TicketPreference, 'refused'> | null
  /** Must be open still, by the same look (SEC-04); null for what this house asks for itself. */
  session_id: string | null
  /** By which clashes are counted (DOC-03); null for what this house asks for itself. */
  clash_key: string | null
  /** By which the address is counted, and how many of its numbers may wait (SEC-03). */
  address_key: string | null
  address_max: number
}

/** Why no number is given. */
export type NumberRefusal =
  /** The request was heard before: its ticket, whatever became of it since. */
  | { verdict: 'repeated'; tuid: string }
  /** The session that asked is over. */
  | { verdict: 'session-over' }
  /** The line or its office was written since its settings were read. */
  | { verdict: 'outdated' }
  /** A ticket of the same person waits there, but too long: expire it and ask again. */
  | { verdict: 'stale' }
  | { verdict: 'refused'; code: TicketErrorCode }
  /** Nothing speaks against it but what another person took under the same document. */
  | { verdict: 'clash'; code: TicketErrorCode; declarable: boolean }
  /** Its person has had too many clashes. */
  | { verdict: 'too-many-clashes' }

export type NumberOutcome =
  | { verdict: 'taken'; tuid: string; seq: number; number: number; ticket: string; waiting: number }
  | NumberRefusal
