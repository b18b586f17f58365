import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { longDayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { classNames } from '#src/ui/class-names.ts'
import paper from '#src/paper/paper-slip.module.css'
import styles from './booking-slip.module.css'

export interface BookingSlipProps {
  reservation: Pick<DeskReservation, 'code' | 'from' | 'line_name' | 'name'>
  office: Pick<Office, 'name' | 'address' | 'time_zone'>
}

/**
 * What somebody takes along for whom a desk booked: where, when, and the code by which they are called. There
 * is no QR on it: no phone follows a reservation yet.
 */
export function BookingSlip({ reservation, office }: BookingSlipProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { code, line_name, name } = reservation
  const from = new Date(reservation.from)
  return (
    <article className={paper.slip} aria-label={t`Comprobante de la reserva ${code}`}>
      <p className={paper.office}>{office.name}</p>
      <p>{office.address}</p>
      <p className={classNames(styles.hour, 'numerals')}>{timeText(from, language, office.time_zone)}</p>
      <p className={classNames(paper.office, styles.day)}>{longDayText(from, language, office.time_zone)}</p>
      <p>{line_name}</p>
      {name && <p>{name}</p>}
      <p className={paper.wait}>
        <Trans>Te llamamos por tu código</Trans>
      </p>
      <p className={classNames(styles.code, 'numerals')}>{code}</p>
      <p className={paper.when}>
        <Trans>Al llegar, avisa en el mesón.</Trans>
      </p>
    </article>
  )
}
