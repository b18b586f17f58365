import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import styles from './book-sheet.module.css'
import { MoveTime } from './move-time.tsx'
import { PrintBooking } from './print-booking.tsx'
import { momentText } from './reservation-words.ts'

export interface MoreSheetProps {
  clerkId: number
  office: Office
  reservation: DeskReservation
  open: boolean
  onClose: () => void
  /** Tells what was done, in words. */
  onDone: (words: string) => void
}

/** What is rarely done with a reservation: another time, its slip once more, no reservation at all. */
export function MoreSheet({ clerkId, office, reservation, open, onClose, onDone }: MoreSheetProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { id, code, from, line_name, name } = reservation
  const [isMoving, setMoving] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const when = (at: string) => momentText(at, language, office.time_zone)
  const leave = () => {
    setMoving(false)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={leave}
      side="end"
      title={isMoving ? <Trans>Cambiar la hora de {code}</Trans> : code}
      closeLabel={t`Cerrar`}
    >
      <div className={styles.step}>
        <p>
          {name && (
            <>
              <strong>{name}</strong>
              <br />
            </>
          )}
          {when(from)}
          <br />
          {line_name}
        </p>
        {isMoving ? (
          <MoveTime
            clerkId={clerkId}
            office={office}
            reservation={reservation}
            onMoved={moved => {
              const moment = when(moved.from)
              onDone(t`${code} quedó para el ${moment}`)
              leave()
            }}
            onBack={() => setMoving(false)}
          />
        ) : (
          <>
            <Button wide look="soft" icon="clock" onClick={() => setMoving(true)}>
              <Trans>Cambiar la hora</Trans>
            </Button>
            <PrintBooking reservation={reservation} office={office} look="quiet" />
            <Button wide look="danger" icon="close" onClick={() => setAsked(true)}>
              <Trans>Anular la reserva</Trans>
            </Button>
          </>
        )}
      </div>
      <CancelDialog
        clerkId={clerkId}
        officeId={office.id}
        reservationId={id}
        code={code}
        byDesk={reservation.by_desk}
        open={isAsked}
        onClose={() => setAsked(false)}
        onCancelled={() => {
          onDone(t`${code} quedó anulada y su hora, libre`)
          leave()
        }}
      />
    </Sheet>
  )
}
