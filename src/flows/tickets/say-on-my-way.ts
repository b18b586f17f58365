import { actOnTicket } from './act-on-ticket.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'

/** "Voy": the desk sees that the called person is coming. */
export function sayOnMyWay(context: FlowContext, tuid: string): Promise<Outcome> {
  return actOnTicket(context, () => context.api.turns.onMyWay(tuid))
}
