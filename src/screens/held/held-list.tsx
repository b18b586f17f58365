import { categoryColour } from '#contract/categories.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { useHeld } from '#src/queries/use-held.ts'
import { useNow } from '#src/queries/use-now.ts'
import { shortMomentText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { useZoneWord } from '#src/texts/use-zone-word.ts'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'
import { HeldTicket } from './held-ticket.tsx'
import { HeldPlaces } from './held-places.tsx'
import { reservationLook } from './reservation-look.ts'
import { useReservationLabel } from './reservation-words.tsx'

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

/** A booked time in the hand, folded to a line: when, for what, where; and how it stands, unless it is on. */
function HeldReservation({ reservation }: { reservation: ReservationReceipt }) {
  const language = useLanguage()
  const now = new Date(useNow())
  const { id, from, time_zone, line, office, category_id } = reservation
  const begins = new Date(from)
  const zone = useZoneWord(time_zone)(begins)
  const label = useReservationLabel(reservation)
  const isOn = reservationLook(reservation, now.getTime()) === 'confirmed'
  return (
    <SlimBar
      href={`/reservations/${id}`}
      brand={categoryColour(category_id)}
      number={shortMomentText(begins, now, language, time_zone)}
      title={line.name}
      detail={[isOn ? null : label, office.name, zone].filter(Boolean).join(' · ')}
    />
  )
}
