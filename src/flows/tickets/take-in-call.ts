import type { CallNews } from './call-news.ts'
import type { FlowContext } from '../flow-context.ts'
import { recordCall } from './record-call.ts'
import { refreshTicket } from './refresh-ticket.ts'

/**
 * Records a call; of a ticket that is not kept here (taken in another browser) the ticket is fetched as well.
 */
export async function takeInCall(context: FlowContext, call: CallNews): Promise<void> {
  await recordCall(context, call)
  if (!(await context.db.tickets.get(call.tuid))) await refreshTicket(context, call.tuid)
}
