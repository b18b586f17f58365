import { Trans } from '@lingui/react/macro'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { BookingSlip } from './booking-slip.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { PrintBooking } from './print-booking.tsx'
import { momentText } from './reservation-words.ts'

export interface BookedSlipProps {
  reservation: DeskReservation
  office: Office
  onAnother: () => void
}

/** It is booked: what is said to them, what they take along, and the next one. */
export function BookedSlip({ reservation, office, onAnother }: BookedSlipProps) {
  const moment = momentText(reservation.from, useLanguage(), office.time_zone)
  return (
    <>
      <p role="status" className="visually-hidden">
        <Trans>
          Reservada {reservation.code}: {moment}
        </Trans>
      </p>
      <BookingSlip reservation={reservation} office={office} />
      <PrintBooking reservation={reservation} office={office} look="main" />
      <Button look="plain" wide icon="plus" onClick={onAnother}>
        <Trans>Reservar otra</Trans>
      </Button>
    </>
  )
}
