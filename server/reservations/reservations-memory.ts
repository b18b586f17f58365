import { gatherReads } from '#server/database/gathered-reads.ts'
import type { Timers } from '#server/platform/timers.ts'
import { rememberLately } from '#server/facts/remember-lately.ts'
import { type LinePlan, linePlans } from './line-plan.ts'
import type { BookingContext } from './reservations-context.ts'

/** How times are booked in a line, as it stands when that is asked; undefined where there is no such line. */
export type SharedPlans = (lineId: number) => Promise<LinePlan | undefined>

/**
 * What one process holds of the reservations beside its database: make it once, for all that happens there.
 */
export function createReservationsMemory({
  database: { db },
  timers,
}: Pick<BookingContext, 'database'> & { timers: Timers }): Pick<BookingContext, 'plans' | 'booked'> {
  return {
    // One statement for all who book in the same moment, in whichever lines.
    plans: gatherReads(
      timers,
      async lineIds => new Map((await linePlans(db, lineIds)).map(plan => [plan.line_id, plan])),
    ),
    booked: rememberLately(),
  }
}
