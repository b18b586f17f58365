import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { useListedReservations } from '#src/queries/use-reservations.ts'
import { HeldReservation } from '#src/screens/shared/held-reservation.tsx'
import { HeldTicket } from '#src/screens/shared/held-ticket.tsx'

/** What one holds at this office: numbers, then booked times. */
export function HeldHere({ officeSlug }: { officeSlug: string }) {
  const tickets = useActiveTickets().filter(ticket => ticket.officeSlug === officeSlug)
  const booked = useListedReservations().filter(
    ({ id, office }) => office.slug === officeSlug && !tickets.some(({ reserve }) => reserve === id),
  )
  return (
    <>
      {tickets.map(ticket => (
        <HeldTicket key={ticket.tuid} ticket={ticket} />
      ))}
      {booked.map(reservation => (
        <HeldReservation key={reservation.id} reservation={reservation} />
      ))}
    </>
  )
}
