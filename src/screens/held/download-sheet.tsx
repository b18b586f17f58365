import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { categoryColour } from '#contract/categories.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { reservationCalendar } from '#src/domain/reservation-calendar.ts'
import { browserClock } from '#src/platform/clock.ts'
import { saveFile } from '#src/platform/save-file.ts'
import { longDayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './download-sheet.module.css'
import { drawReceipt } from './draw-receipt.ts'
import { placeText } from './reservation-look.ts'
import { useReservationLabel } from './reservation-words.tsx'

export interface DownloadSheetProps {
  reservation: ReservationReceipt
  /** Of the button that opens it. */
  look: 'plain' | 'quiet'
}

/**
 * The receipt as a picture, for a calendar, or on paper: made on this device with no network (RES-13,
 * TEMP-05).
 */
export function DownloadSheet({ reservation, look }: DownloadSheetProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const label = useReservationLabel(reservation)
  const [isOpen, setOpen] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { code, from, to, time_zone, office, line, meet } = reservation
  const begins = new Date(from)
  const place = meet ? t`Por video` : placeText(office)

  async function savePicture() {
    setFailed(false)
    try {
      const picture = await drawReceipt({
        office: office.name,
        line: line.name,
        brand: categoryColour(reservation.category_id),
        number: timeText(begins, language, time_zone),
        state: longDayText(begins, language, time_zone),
        facts: [`${code} · ${label}`, ...(place === null ? [] : [place])],
      })
      saveFile(picture, `numerito-${code}.png`)
    } catch (error) {
      reportError(error)
      setFailed(true)
    }
  }

  function saveCalendar() {
    const text = reservationCalendar({
      id: reservation.id,
      state: reservation.state,
      summary: `${line.name} · ${office.name}`,
      description: t`Código ${code}`,
      location: meet ? null : placeText(office),
      url: `${location.origin}/reservations/${reservation.id}`,
      from: begins,
      to: new Date(to),
      timeZone: time_zone,
      stamp: new Date(browserClock.now()),
      sequence: reservation.seq,
    })
    saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `numerito-${code}.ics`)
  }

  return (
    <>
      <Button look={look} size="tight" icon="download" onClick={() => setOpen(true)}>
        <Trans>Descargar</Trans>
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t`Descargar la reserva`}
        closeLabel={t`Cerrar`}
      >
        <div className={styles.ways}>
          <Button look="quiet" wide icon="download" onClick={() => void savePicture()}>
            <Trans>Como imagen</Trans>
          </Button>
          <Button look="quiet" wide icon="calendar" onClick={saveCalendar}>
            <Trans>Para el calendario</Trans>
          </Button>
          <Button look="quiet" wide icon="print" href={`/reservations/${reservation.id}?print`}>
            <Trans>Para imprimir</Trans>
          </Button>
        </div>
        {hasFailed && (
          <Note tone="loss" role="alert">
            <Trans>No se pudo. Intentar de nuevo</Trans>
          </Note>
        )}
      </Sheet>
    </>
  )
}
