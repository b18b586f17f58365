import type { Ticket } from '#contract/rest/tickets.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { isTheirs } from '../keep-theirs.ts'
import { type Outcome, DONE, failure } from '../outcome.ts'
import { recordTicket } from './refresh-ticket.ts'

/**
 * Does something with a number in the hand, and takes in what the server says it is then. It may be asked
 * again after an answer that was lost: it is then simply so already, or refused with what stands against it,
 * or `act` finds out by itself that it happened. Once they have left, what became of it is no news to whoever
 * is here.
 */
export async function actOnTicket(context: FlowContext, act: () => Promise<Ticket>): Promise<Outcome> {
  // Said at once: these need the office to hear of it now (OFFL-03).
  if (!context.connectivity.hasNetwork()) return failure('offline')
  await context.session.whenKnown()
  const user = context.session.user()
  if (!user) return failure('user-is-guest')
  try {
    await recordTicket(context, await act())
    return (await isTheirs(context, user.user_id)) ? DONE : failure('user-is-guest')
  } catch (error) {
    return failureOf(error)
  }
}
