import { categoryColour } from '#contract/categories.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { useNow } from '#src/queries/use-now.ts'
import { shortMomentText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'

/** A booked time in the hand, folded to a line: when, for what, where. */
export function HeldReservation({ reservation }: { reservation: ReservationReceipt }) {
  const language = useLanguage()
  const now = new Date(useNow())
  const { id, from, time_zone, line, office, category_id } = reservation
  return (
    <SlimBar
      href={`/reservations/${id}`}
      brand={categoryColour(category_id)}
      number={shortMomentText(new Date(from), now, language, time_zone)}
      title={line.name}
      detail={office.name}
    />
  )
}
