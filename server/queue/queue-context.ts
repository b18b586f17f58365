import type { Database } from '#server/database/database.ts'
import type { SharedReads } from '#server/database/shared-reads.ts'
import type { TellFacts } from '#server/facts/fact.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { Protection } from '#server/secrets/protection.ts'
import type { OfficeGate } from '#server/facts/office-gate.ts'
import type { KnownSettings } from './take/line-settings.ts'
import type { SharedLines } from './lines/shared-lines.ts'
import type { SharedPaces } from './lines/shared-paces.ts'
import type { GivenTickets } from './take/given-tickets.ts'

/** What every verb of the queue needs of the world. */
export interface QueueContext {
  database: Database
  clock: Clock
  random: Random
  tell: TellFacts
  /** One for all that happens on this database in this process. */
  gate: OfficeGate
  /** One for all that happens on this database in this process. */
  lines: SharedLines
  /** One for all that happens on this database in this process. */
  settings: KnownSettings
  /** One for all that happens on this database in this process. */
  given: GivenTickets
  /** One for all that happens on this database in this process. */
  paces: SharedPaces
  /** One for all that happens on this database in this process. */
  together: SharedReads
  protect: Pick<
    Protection,
    | 'sealMeta'
    | 'openMeta'
    | 'identityHash'
    | 'addressHash'
    | 'paperSecret'
    | 'tuidOfPaper'
    | 'slipSecret'
    | 'reservationOfSlip'
    | 'openPerson'
    | 'sealBookedFor'
    | 'openBookedFor'
    | 'openNote'
    | 'sealNote'
  >
}
