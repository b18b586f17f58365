import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Ticket, TicketState } from '#contract/rest/tickets.ts'

/** What the rule looks at; a whole ticket will do. */
export type TicketAge = Pick<Ticket, 'inserted_at' | 'called' | 'state'>

/**
 * A ticket is active while it waits or stands aside, and is at most six hours old. From then on, or once it
 * was called or given up, it is historic.
 *
 * @param now milliseconds since the epoch
 * @see rule TKT-05
 */
export function isTicketActive({ inserted_at, called, state }: TicketAge, now: number): boolean {
  const isHeld = state === 'waiting' || state === 'parked'
  return !called && isHeld && now - Date.parse(inserted_at) <= TICKET_RECENCY_MS
}

/**
 * Where a number stands by what was heard of it last. An office lets none wait for longer than six hours: it
 * is over then, though its owner may have been attended with the page closed.
 *
 * @param now milliseconds since the epoch
 */
export const stateNow = (
  { state, inserted_at }: Pick<Ticket, 'state' | 'inserted_at'>,
  now: number,
): TicketState =>
  state === 'waiting' && now - Date.parse(inserted_at) > TICKET_RECENCY_MS ? 'expired' : state
