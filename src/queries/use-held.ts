import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useActiveTickets, useReceipts } from './use-receipts.ts'
import { useListedReservations, useReservations } from './use-reservations.ts'

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
  const tickets = useActiveTickets()
  const listed = useListedReservations()
  const receipts = useReceipts()
  const booked = useReservations()
  const isCalled = ({ id }: ReservationReceipt) => tickets.some(({ reserve }) => reserve === id)
  return {
    isLoading: receipts.status === 'loading' || booked.status === 'loading',
    tickets,
    reservations: listed.filter(reservation => !isCalled(reservation)),
    past: (booked.value ?? []).filter(({ id }) => !listed.some(held => held.id === id)),
  }
}
