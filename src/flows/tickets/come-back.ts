import { joinOffice } from '../office/join-office.ts'
import { actOnTicket } from './act-on-ticket.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'

/**
 * "Ya llegué": whoever missed their call waits again. Never kept for later: told when the network comes back,
 * it would put somebody into a line at which they may no longer stand.
 * @see rule DESK-04
 */
export async function comeBack(context: FlowContext, tuid: string): Promise<Outcome> {
  const outcome = await actOnTicket(context, () => context.api.turns.comeBack(tuid))
  const receipt = outcome.status === 'done' ? await context.db.tickets.get(tuid) : null
  // Not waited for: it waits already, whatever the channel does.
  if (receipt) void joinOffice(context, receipt.officeSlug)
  return outcome
}
