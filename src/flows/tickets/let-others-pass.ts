import { actOnTicket } from './act-on-ticket.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'

/**
 * Lets the next people pass: the order changes, the number stays. At most twice a ticket (docs/decisions
 * "Tickets").
 */
export async function letOthersPass(context: FlowContext, tuid: string, places: number): Promise<Outcome> {
  const outcome = await actOnTicket(context, () => context.api.turns.letPass(tuid, places))
  if (outcome.status === 'done') context.notices.raise({ kind: 'success', subject: tuid, code: 'passed' })
  return outcome
}
