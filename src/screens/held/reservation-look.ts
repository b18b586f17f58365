import type { ReservationState } from '#contract/rules/reservation-state.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { wasCalledOnce } from '#src/domain/reservation-status.ts'
import type { TicketState } from '#src/ui/card/ticket-state.ts'

const LOOKS: Record<ReservationState, TicketState> = {
  pending: 'pending',
  confirmed: 'confirmed',
  'user-confirmed': 'confirmed',
  called: 'called',
  attended: 'attended',
  missed: 'skipped',
  cancelled: 'cancelled',
  expired: 'expired',
  removed: 'removed',
}

/**
 * The same card as a number's: each state of a reservation wears the look of its sister.
 * @param now milliseconds since the epoch
 */
export function reservationLook(
  reservation: Pick<ReservationReceipt, 'state' | 'to' | 'timeStamp' | 'cancel_waits'>,
  now: number,
): TicketState {
  if (reservation.cancel_waits) return 'cancelled'
  return wasCalledOnce(reservation, now) ? 'expired' : LOOKS[reservation.state]
}

/** Where one goes; null for an office that has no place. */
export const placeText = (office: { address: string; web_only: boolean }): string | null =>
  office.web_only ? null : office.address
