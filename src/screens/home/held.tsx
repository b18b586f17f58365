import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { useListedReservations } from '#src/queries/use-reservations.ts'
import { HeldReservation } from '#src/screens/shared/held-reservation.tsx'
import { HeldTicket } from '#src/screens/shared/held-ticket.tsx'

/** What one holds: the numbers, then the times that are booked. */
export default function Held() {
  const held = useActiveTickets()
  const booked = useListedReservations().filter(({ id }) => !held.some(({ reserve }) => reserve === id))
  return (
    <>
      {held.map(ticket => (
        <HeldTicket key={ticket.tuid} ticket={ticket} />
      ))}
      {booked.map(reservation => (
        <HeldReservation key={reservation.id} reservation={reservation} />
      ))}
    </>
  )
}
