import { failureOf } from '../failure-of.ts'
import type { FlowContext } from '../flow-context.ts'
import { DONE, type Outcome } from '../outcome.ts'
import { pollOver } from './poll-over.ts'

/** "No, thanks": it is offered no more, here at once, and elsewhere once the server has heard it. */
export async function declinePoll(context: FlowContext, ticketId: string): Promise<Outcome> {
  await pollOver(context, ticketId, 'over')
  try {
    await context.api.polls.decline(ticketId)
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
