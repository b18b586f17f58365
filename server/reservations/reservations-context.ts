import type { ChangeContext } from '#server/facts/change-office.ts'
import type { Random } from '#server/platform/random.ts'
import type { Protection } from '#server/secrets/protection.ts'
import type { BookedReservations } from './book/booked-reservations.ts'
import type { SharedPlans } from './reservations-memory.ts'

/** What every verb of the reservations needs of the world. */
export interface ReservationsContext extends ChangeContext {
  random: Random
  protect: Pick<
    Protection,
    | 'sealMeta'
    | 'openMeta'
    | 'identityHash'
    | 'addressHash'
    | 'openPerson'
    | 'sealBookedFor'
    | 'openBookedFor'
    | 'slipSecret'
    | 'reservationOfSlip'
  >
}

/** What booking needs beside it. */
export interface BookingContext extends ReservationsContext {
  /** One for all that happens on this database in this process. */
  plans: SharedPlans
  /** One for all that happens on this database in this process. */
  booked: BookedReservations
}

/** What reading needs. */
export type ReadContext = Pick<ReservationsContext, 'database' | 'clock'>
