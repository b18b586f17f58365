import type { TicketErrorCode } from '#contract/error-codes.ts'
import type { Line } from '#contract/rest/offices.ts'
import { isFrozen } from './line-door.ts'
import { isTicketActive, type TicketAge } from './is-ticket-active.ts'

/** A ticket cannot be asked for because of what is known already. */
export class TicketRequestError extends Error {
  readonly code: TicketErrorCode

  constructor(code: TicketErrorCode) {
    super(`the ticket cannot be asked for: ${code}`)
    this.name = 'TicketRequestError'
    this.code = code
  }
}

export interface TicketWish {
  officeSlug: string
  line: Pick<Line, 'id' | 'slug' | 'type' | 'frozen' | 'stopped' | 'takes_tickets'>
}

/**
 * Holds a wish against what the device knows, so that what must be refused is refused at once. The server
 * checks again: what the device knows may be old.
 *
 * @param held the person's own tickets
 * @param now milliseconds since the epoch
 * @throws TicketRequestError line-no-slug and line-no-exist (TKT-07), kiosk-only, line-frozen,
 * already-has-ticket (§5)
 */
export function checkTicketWish(
  { officeSlug, line }: TicketWish,
  held: readonly (TicketAge & { line_id: number })[],
  now: number,
): void {
  if (line.slug === '') throw new TicketRequestError('line-no-slug')
  if (officeSlug === '') throw new TicketRequestError('line-no-exist')
  if (line.type === 'kiosk' || !line.takes_tickets) throw new TicketRequestError('kiosk-only')
  if (isFrozen(line, new Date(now))) throw new TicketRequestError('line-frozen')
  if (held.some(ticket => ticket.line_id === line.id && isTicketActive(ticket, now)))
    throw new TicketRequestError('already-has-ticket')
}
