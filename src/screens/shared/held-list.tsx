import { useHeld } from '#src/queries/use-held.ts'
import { HeldReservation } from './held-reservation.tsx'
import { HeldTicket } from './held-ticket.tsx'
import { HeldPlaces } from './held-places.tsx'

/**
 * What one holds: the numbers, then the times that are booked.
 * @param officeSlug at this office alone
 */
export default function HeldList({ officeSlug }: { officeSlug?: string }) {
  const { isLoading, tickets, reservations } = useHeld()
  const isHere = (slug: string) => officeSlug === undefined || slug === officeSlug
  if (isLoading) return <HeldPlaces officeSlug={officeSlug} />
  return (
    <>
      {tickets
        .filter(ticket => isHere(ticket.officeSlug))
        .map(ticket => (
          <HeldTicket key={ticket.tuid} ticket={ticket} />
        ))}
      {reservations
        .filter(({ office }) => isHere(office.slug))
        .map(reservation => (
          <HeldReservation key={reservation.id} reservation={reservation} />
        ))}
    </>
  )
}
