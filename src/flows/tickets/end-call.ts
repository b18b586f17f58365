import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import type { FlowContext } from '../flow-context.ts'

/** Whoever was called stands there, was sent elsewhere or waits again: where to go is said no more. */
export function endCall(
  { notices }: Pick<FlowContext, 'notices'>,
  before: Pick<TicketReceipt, 'tuid' | 'state' | 'called_at'> | null,
  after: Pick<TicketReceipt, 'state'> | null,
): void {
  if (before?.state === 'called' && after?.state !== 'called')
    notices.forget(`${before.tuid}@${before.called_at}`)
}
