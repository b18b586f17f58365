import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * Whoever was called stands there, was sent elsewhere or waits again: where to go is said no more. Also where
 * another page was the first to take that in.
 */
export function endCall(
  { notices }: Pick<FlowContext, 'notices'>,
  tuid: string,
  now: Pick<TicketReceipt, 'state'> | null,
): void {
  if (now?.state !== 'called') notices.forgetCalls(tuid)
}
