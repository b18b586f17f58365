import { actOnReservation } from './act-on-reservation.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'

/** Its owner says that they will come: the office sees it, and the label says so (RES-11). */
export function confirmComing(context: FlowContext, id: string): Promise<Outcome> {
  return actOnReservation(context, () => context.api.reservations.confirm(id))
}
