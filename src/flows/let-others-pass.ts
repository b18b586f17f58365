import { actOnTicket } from './act-on-ticket.ts'
import type { FlowContext } from './flow-context.ts'
import type { Outcome } from './outcome.ts'

/** Lets the next people pass: the order changes, the number stays. At most twice a ticket (decisions.md "Tickets"). */
export function letOthersPass(context: FlowContext, tuid: string, places: number): Promise<Outcome> {
  return actOnTicket(context, () => context.api.turns.letPass(tuid, places))
}
