import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Ticket } from '#contract/rest/tickets.ts'

/**
 * Its call was missed, and it may wait again: by its owner's word as often as the server says, by a clerk's
 * besides. So its office is listened to.
 *
 * @param now milliseconds since the epoch
 * @see rule DESK-04
 */
export function mayComeBack(
  { state, inserted_at }: Pick<Ticket, 'state' | 'inserted_at'>,
  now: number,
): boolean {
  return state === 'skipped' && now - Date.parse(inserted_at) <= TICKET_RECENCY_MS
}
