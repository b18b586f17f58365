import { Trans, useLingui } from '@lingui/react/macro'
import { categoryColour } from '#contract/categories.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { useNow } from '#src/queries/use-now.ts'
import { shortMomentText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { useZoneWord } from '#src/texts/use-zone-word.ts'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { DownloadSheet } from './download-sheet.tsx'
import styles from './reservation-card.module.css'
import { reservationLook } from './reservation-look.ts'
import { useReservationLabel } from './reservation-words.tsx'

export interface ReservationCardProps {
  reservation: ReservationReceipt
  /** Its own screen is beside it. */
  isBeside?: boolean
}

/** A reservation in a list: the same card, folded. */
export function ReservationCard({ reservation, isBeside = false }: ReservationCardProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const now = new Date(useNow())
  const label = useReservationLabel(reservation)
  const { id, code, from, time_zone, meet } = reservation
  const begins = new Date(from)
  const zone = useZoneWord(time_zone)(begins)
  return (
    <TicketCard
      office={reservation.office.name}
      line={reservation.line.name}
      brand={categoryColour(reservation.category_id)}
      icon={meet ? 'video' : 'calendar'}
      state={reservationLook(reservation, now.getTime())}
      word={label}
    >
      <TicketBody look="beside">
        <TicketNumber
          number={shortMomentText(begins, now, language, time_zone)}
          size="date"
          label={t`Hora:`}
        />
        <div className={styles.place}>
          {zone && <span className={styles.soft}>{zone}</span>}
          <strong>{code}</strong>
          <span className={styles.soft}>{meet ? <Trans>Por video</Trans> : reservation.office.address}</span>
        </div>
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <DownloadSheet reservation={reservation} look="plain" />
        <Button
          look="plain"
          size="tight"
          href={`/reservations/${id}`}
          aria-current={isBeside || undefined}
          iconAtEnd="pass"
        >
          {isBeside ? <Trans>Abierta</Trans> : <Trans>Ver</Trans>}
        </Button>
      </TicketFoot>
    </TicketCard>
  )
}
