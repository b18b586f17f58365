import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { isReservationListed } from '#src/domain/is-reservation-listed.ts'
import { useNow } from './use-now.ts'
import { useReceipts } from './use-receipts.ts'
import { useReservations } from './use-reservations.ts'

export interface Held {
  /** The database is still to be heard. */
  isLoading: boolean
  /** Called ones first, then those that wait. */
  tickets: readonly TicketReceipt[]
  /** Soonest first. One that is being called is among the tickets: it has a number like them. */
  reservations: readonly ReservationReceipt[]
  /** Those that are over, as they come. */
  past: readonly ReservationReceipt[]
}

/** What this browser holds now. */
export function useHeld(): Held {
  const receipts = useReceipts()
  const booked = useReservations()
  const now = useNow()
  const { called, active } = classifyTickets(receipts.value ?? [], now)
  const tickets = [...called, ...active]
  const all = booked.value ?? []
  return {
    isLoading: receipts.status === 'loading' || booked.status === 'loading',
    tickets,
    reservations: all.filter(
      reservation =>
        isReservationListed(reservation, now) && !tickets.some(({ reserve }) => reserve === reservation.id),
    ),
    past: all.filter(reservation => !isReservationListed(reservation, now)),
  }
}
