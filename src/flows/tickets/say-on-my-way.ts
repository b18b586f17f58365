import { actOnTicket } from './act-on-ticket.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'
import { refreshTicket } from './refresh-ticket.ts'

/**
 * "Voy": the desk sees that the called person is coming. Of a number that is not called any more the office
 * wants to hear nothing: what became of it is asked, and the screen shows that.
 */
export async function sayOnMyWay(context: FlowContext, tuid: string): Promise<Outcome> {
  const outcome = await actOnTicket(context, () => context.api.turns.onMyWay(tuid))
  const isOver =
    outcome.status === 'failed' && (outcome.code === 'ticket-not-waiting' || outcome.code === 'not-found')
  return isOver ? await refreshTicket(context, tuid) : outcome
}
