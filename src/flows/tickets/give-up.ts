import { actOnTicket } from './act-on-ticket.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'

/**
 * Gives a number up: its place is free at once. The screens ask before, for it cannot be taken back (TKT-13).
 */
export async function giveUp(context: FlowContext, tuid: string): Promise<Outcome> {
  const outcome = await actOnTicket(context, () => context.api.turns.giveUp(tuid))
  const receipt = outcome.status === 'done' ? await context.db.tickets.get(tuid) : null
  if (receipt) {
    context.notices.raise({ kind: 'success', subject: tuid, code: 'gave-up' })
    await context.socket.leave(receipt.officeSlug)
  }
  return outcome
}
