import type { Office } from '#contract/rest/offices.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { Protection } from '#server/secrets/protection.ts'
import type { Captcha } from './captcha.ts'

export interface EndedSession {
  id: string
  user_id: string | null
  clerk_id: number | null
}

/** What the verbs of this room need of the world. */
export interface IdentityContext {
  database: Database
  clock: Clock
  random: Random
  protection: Protection
  captcha: Captcha
  /** The origins whose pages may use the cookie. May grow until the server listens. */
  origins: readonly string[]
  /** Those of these offices that are open to the public, as the list shows them. */
  officesById(ids: readonly number[]): Promise<Office[]>
  /**
   * Told after a session ended here, so that nothing of it stays open until the database has told everybody.
   */
  onSessionEnd?(ended: EndedSession): void
}
