import type { Ticket } from '#contract/rest/tickets.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Outcome, DONE, failure } from '../outcome.ts'
import { recordTicket } from './refresh-ticket.ts'

/**
 * Does something with a number in the hand, and takes in what the server says it is then. Each of them may be
 * asked again after an answer that was lost: it is then simply so already, or refused with what stands
 * against it.
 */
export async function actOnTicket(context: FlowContext, act: () => Promise<Ticket>): Promise<Outcome> {
  // Said at once: these need the office to hear of it now (OFFL-03).
  if (!context.connectivity.hasNetwork()) return failure('offline')
  await context.session.whenKnown()
  try {
    await recordTicket(context, await act())
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
