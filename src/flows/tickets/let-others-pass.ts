import type { Ticket } from '#contract/rest/tickets.ts'
import { ApiError } from '#src/api/api-error.ts'
import { actOnTicket } from './act-on-ticket.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'

/**
 * Where the answer is lost it is looked at. Where nobody could be asked either it may be pressed again: it
 * says how often the number could still let others pass, by which the server knows what it did already.
 */
async function letPass({ api, db }: FlowContext, tuid: string, places: number): Promise<Ticket> {
  const seen = await db.tickets.get(tuid)
  try {
    return await api.turns.letPass(tuid, places, seen?.passes_left)
  } catch (error) {
    if (!(error instanceof ApiError && error.isUncertain)) throw error
    const now = await api.tickets.one(tuid)
    // One that is called has no passes left in any case, which says nothing of this one.
    if (seen && now.state === 'waiting' && now.passes_left < seen.passes_left) return now
    throw error
  }
}

/**
 * Lets the next people pass: the order changes, the number stays. At most twice a ticket (docs/decisions
 * "Tickets").
 */
export async function letOthersPass(context: FlowContext, tuid: string, places: number): Promise<Outcome> {
  const outcome = await actOnTicket(context, () => letPass(context, tuid, places))
  if (outcome.status === 'done') context.notices.raise({ kind: 'success', subject: tuid, code: 'passed' })
  return outcome
}
