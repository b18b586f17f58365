import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { useListedReservations, useReservations } from '#src/queries/use-reservations.ts'

export interface Held {
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
  const { value: all = [] } = useReservations()
  const isCalled = ({ id }: ReservationReceipt) => tickets.some(({ reserve }) => reserve === id)
  return {
    tickets,
    reservations: listed.filter(reservation => !isCalled(reservation)),
    past: all.filter(({ id }) => !listed.some(held => held.id === id)),
  }
}
