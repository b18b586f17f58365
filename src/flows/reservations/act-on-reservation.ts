import type { Reservation } from '#contract/rest/reservations.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'
import { recordReservation } from './refresh-reservation.ts'

/** Does something with a reservation in the hand, and takes in what the server says it is then. */
export async function actOnReservation(
  context: FlowContext,
  act: () => Promise<Reservation>,
): Promise<Outcome> {
  // Said at once: these need the office to hear of it now (OFFL-03).
  if (!context.connectivity.hasNetwork()) return failure('offline')
  await context.session.whenKnown()
  try {
    await recordReservation(context, await act())
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
