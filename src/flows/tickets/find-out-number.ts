import type { TakingWish } from '#src/domain/taking-wishes.ts'
import { findOut } from '../find-out.ts'
import type { FlowContext } from '../flow-context.ts'
import { loadTickets } from './load-tickets.ts'

/** Nobody knows whether a number was given, or will be: its request may still be on its way. */
export function findOutNumber(context: FlowContext, { requestId }: Pick<TakingWish, 'requestId'>): void {
  const isOpen = () => context.newTicket.unknown().some(wish => wish.requestId === requestId)
  findOut(context, isOpen, () => loadTickets(context))
}
