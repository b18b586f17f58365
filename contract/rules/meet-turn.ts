import type { VideoErrorCode } from '../error-codes.ts'
import type { Ticket } from '../rest/tickets.ts'

/**
 * Why the call of a number cannot be entered now, or null where it can: while it is called, however often,
 * until the office closes the attention.
 */
export function meetTurnRefusal({ meet, state }: Pick<Ticket, 'meet' | 'state'>): VideoErrorCode | null {
  if (!meet) return 'not-by-video'
  if (state === 'waiting') return 'meet-not-called'
  return state === 'called' ? null : 'meet-over'
}
