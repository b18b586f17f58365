import type { FlowContext } from '../flow-context.ts'
import type { Failure } from '../outcome.ts'
import { loadTickets } from '../tickets/load-tickets.ts'
import { recordTicket } from '../tickets/refresh-ticket.ts'
import { holdPaper } from './hold-paper.ts'

export type FollowedPaper = { status: 'following'; tuid: string } | Failure

/**
 * Makes this phone the one that a paper number calls.
 * @see rule KIOSK-02, docs/decisions/kiosk-and-paper-numbers.md
 */
export async function followPaper(context: FlowContext, secret: string): Promise<FollowedPaper> {
  return await holdPaper<FollowedPaper>(context, {
    secret,
    async take() {
      const ticket = await context.api.turns.followPaper(secret)
      await recordTicket(context, ticket)
      return { status: 'following', tuid: ticket.tuid }
    },
    load: () => loadTickets(context),
  })
}
