import { Trans } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { BookingSlip, type BookingSlipProps } from './booking-slip.tsx'
import { PrintPaper } from '#src/paper/print-paper.tsx'
import { Button } from '#src/ui/press/button.tsx'

/** The slip, on the printer of the paper numbers. */
export function PrintBooking({ look, ...slip }: BookingSlipProps & { look: 'main' | 'quiet' }) {
  const [isPrinting, setPrinting] = useState(false)
  const end = useCallback(() => setPrinting(false), [])
  return (
    <>
      <Button
        wide
        look={look}
        size={look === 'main' ? 'tall' : 'normal'}
        icon="print"
        onClick={() => setPrinting(true)}
      >
        <Trans>Imprimir</Trans>
        <span className="visually-hidden"> {slip.reservation.code}</span>
      </Button>
      {isPrinting && (
        <PrintPaper onPrinted={end}>
          <BookingSlip {...slip} />
        </PrintPaper>
      )}
    </>
  )
}
