import type { ProviderId, WaysIn } from '#contract/rest/accounts.ts'
import type { IdentityContext } from '#server/identity/identity-context.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'

/** What the verbs of this room need of the world. */
export interface AccountsContext extends IdentityContext {
  /** What a temporary user holds comes along, or is given up: by the ways in which turns change. */
  queue: QueueContext & BookingContext
  /** Null where no mail server is named: then nothing that needs e-mail is offered. */
  mailer: Mailer | null
  /** The application's public origin, known for certain once the server listens. */
  origin(): string
  /** Who is asked to say who somebody is, in the order in which they are offered. */
  providers: WaysIn['providers']
  /** By which of them an account may be entered. */
  providersOf(userId: string): Promise<ProviderId[]>
}
