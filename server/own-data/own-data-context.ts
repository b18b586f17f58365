import type { EndedSession } from '#server/identity/identity-context.ts'
import type { ReservationsContext } from '#server/reservations/reservations-context.ts'
import type { Protection } from '#server/secrets/protection.ts'

/** What the verbs of this room need of the world. */
export interface OwnDataContext extends ReservationsContext {
  protection: Protection
  /** Told after a session ended here, so that nothing of it stays open until the database told everybody. */
  onSessionEnd?(ended: EndedSession): void
}
