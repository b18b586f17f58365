import type { FlowContext } from '../flow-context.ts'

/** Nothing more is to be said of an attention: it was rated, or is offered no more. */
export async function pollOver(
  { db, pollDrafts, serverData }: Pick<FlowContext, 'db' | 'pollDrafts' | 'serverData'>,
  ticketId: string,
  how: 'answered' | 'elsewhere' | 'over',
): Promise<void> {
  await db.tickets.change(ticketId, null, { poll: how })
  serverData.endPoll(ticketId)
  pollDrafts.forget(ticketId)
}
