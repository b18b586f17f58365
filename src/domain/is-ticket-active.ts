import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Ticket, TicketState } from '#contract/rest/tickets.ts'

/** What says whether it is held; nothing of the last was kept by an earlier version. */
type Hold = Pick<Ticket, 'inserted_at' | 'state'> & Partial<Pick<Ticket, 'aside_until'>>

/** What the rule looks at; a whole ticket will do. */
export type TicketAge = Hold & Pick<Ticket, 'called'>

/** One that waits is held for six hours, one that stands aside for as long as the office said. */
function isHeld({ state, inserted_at, aside_until }: Hold, now: number): boolean {
  if (state === 'parked' && aside_until) return now < Date.parse(aside_until)
  return (state === 'waiting' || state === 'parked') && now - Date.parse(inserted_at) <= TICKET_RECENCY_MS
}

/**
 * A ticket is active while it waits, and is at most six hours old, or while it stands aside and the office
 * holds it. From then on, or once it was called or given up, it is historic.
 *
 * @param now milliseconds since the epoch
 * @see rule TKT-05
 */
export const isTicketActive = (ticket: TicketAge, now: number): boolean =>
  !ticket.called && isHeld(ticket, now)

/**
 * Where a number stands by what was heard of it last. What an office holds no longer is over, though its
 * owner may have been attended with the page closed.
 *
 * @param now milliseconds since the epoch
 */
export const stateNow = (ticket: Hold, now: number): TicketState =>
  (ticket.state === 'waiting' || ticket.state === 'parked') && !isHeld(ticket, now) ? 'expired' : ticket.state
