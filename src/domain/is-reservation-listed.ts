import { RESERVATION_HIDDEN_AFTER_MS } from '#contract/limits.ts'
import type { Reservation } from '#contract/rest/reservations.ts'

/**
 * Whether a reservation is among "my reservations": not deleted, not attended, and ended at most 30 minutes
 * ago.
 *
 * @param now milliseconds since the epoch
 * @see rule RES-10
 */
export function isReservationListed(
  { deleted_at, attended, to }: Pick<Reservation, 'deleted_at' | 'attended' | 'to'>,
  now: number,
): boolean {
  return deleted_at === null && !attended && now - Date.parse(to) <= RESERVATION_HIDDEN_AFTER_MS
}
