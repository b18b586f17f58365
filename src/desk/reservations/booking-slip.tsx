import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { longDayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { classNames } from '#src/ui/class-names.ts'
import { QrCode } from '#src/ui/qr/qr-code.tsx'
import paper from '#src/paper/paper-slip.module.css'
import styles from './booking-slip.module.css'

export interface BookingSlipProps {
  reservation: Pick<DeskReservation, 'code' | 'from' | 'line_name' | 'name' | 'secret'>
  office: Pick<Office, 'name' | 'address' | 'time_zone'>
}

/** Where the QR leads: the application that this page came from. */
const followAddress = (secret: string) => `${location.origin}/r/${secret}`

/**
 * What somebody takes along for whom a desk booked: where, when, the code by which they are called, and how a
 * phone takes it over, as long as none has.
 */
export function BookingSlip({ reservation, office }: BookingSlipProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { code, line_name, name, secret } = reservation
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
      {secret !== null && (
        <>
          <QrCode
            className={paper.qr}
            text={followAddress(secret)}
            label={t`Código QR para tener la reserva ${code} en un teléfono`}
          />
          <p className={paper.office}>
            <Trans>Apunta tu cámara aquí</Trans>
          </p>
          <p>
            <Trans>y tu teléfono te la recuerda</Trans>
          </p>
        </>
      )}
      <p className={paper.when}>
        <Trans>Al llegar, avisa en el mesón.</Trans>
      </p>
    </article>
  )
}
