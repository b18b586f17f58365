import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import { isTicketActive, type TicketAge } from './is-ticket-active.ts'

export interface ClassifiedTickets<Held> {
  active: Held[]
  /** Those whose turn it is. Also in `historic`. */
  called: Held[]
  historic: Held[]
}

/**
 * Called within six hours, and neither attended nor skipped yet: a desk waits for its owner.
 *
 * @param now milliseconds since the epoch
 */
export const isTurn = (
  { state, called_at }: Pick<TicketAge, 'state'> & { called_at: string | null },
  now: number,
): boolean => state === 'called' && called_at !== null && now - Date.parse(called_at) <= TICKET_RECENCY_MS

const newestFirst = (a: TicketAge, b: TicketAge) => Date.parse(b.inserted_at) - Date.parse(a.inserted_at)

/**
 * Sorts tickets into active and historic, each newest first.
 *
 * @param now milliseconds since the epoch
 * @see specification §4 "Ticket classification", rule TKT-05
 */
export function classifyTickets<Held extends TicketAge & { called_at: string | null }>(
  tickets: readonly Held[],
  now: number,
): ClassifiedTickets<Held> {
  const sorted = [...tickets].sort(newestFirst)
  return {
    active: sorted.filter(ticket => isTicketActive(ticket, now)),
    called: sorted.filter(ticket => isTurn(ticket, now)),
    historic: sorted.filter(ticket => !isTicketActive(ticket, now)),
  }
}
