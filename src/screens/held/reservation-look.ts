import type { ReservationState } from '#contract/rules/reservation-state.ts'
import type { TicketState } from '#src/ui/card/ticket-state.ts'

/** The same card as a number's: each state of a reservation wears the look of its sister. */
export const RESERVATION_LOOK: Record<ReservationState, TicketState> = {
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

/** Where one goes; null for an office that has no place. */
export const placeText = (office: { address: string; web_only: boolean }): string | null =>
  office.web_only ? null : office.address
