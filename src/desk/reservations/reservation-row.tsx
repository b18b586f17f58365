import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { longDayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { DocumentRepeated } from '../work/document-repeated.tsx'
import { TicketAnswers } from '../work/ticket-answers.tsx'
import styles from './reservation-row.module.css'
import { ReservationState } from './reservation-state.tsx'

export interface ReservationRowProps {
  reservation: DeskReservation
  timeZone: string
  /** The day stands beside the time. */
  withDay?: boolean | undefined
  /** Absent where it cannot be called now. */
  onCall?: () => void
  calling: boolean
  /** Absent where nobody waits for the office's yes. */
  onConfirm?: () => void
  /** Absent where nobody is expected, or they are here already. */
  onArrive?: () => void
  /** What is being said of it. */
  saying: 'confirm' | 'arrived' | null
  /** Absent where there is nothing to settle. */
  onRemove?: () => void
  /** Absent where it can be neither moved nor cancelled any more. */
  onMore?: () => void
}

/** One booked time: when, which, how it stands, and what can be done with it. */
export function ReservationRow(props: ReservationRowProps) {
  const { reservation, timeZone, withDay, onCall, calling, onConfirm, onArrive, saying, onRemove, onMore } =
    props
  const { code, from, line_name, meet, arrived_at, answers, name, by_desk } = reservation
  const { t } = useLingui()
  const language = useLanguage()
  const time = timeText(new Date(from), language, timeZone)
  const arrived = arrived_at && timeText(new Date(arrived_at), language, timeZone)
  return (
    <li className={styles.row}>
      <div className={styles.top}>
        <p className={classNames(styles.time, 'numerals')}>
          <time dateTime={from}>{time}</time>
        </p>
        <div className={styles.words}>
          {withDay && <p className={styles.on}>{longDayText(new Date(from), language, timeZone)}</p>}
          {name && <p className={styles.name}>{name}</p>}
          <p className={styles.line}>
            <span className={classNames(styles.code, 'numerals')}>{code}</span> · {line_name}
          </p>
          <div className={styles.signs}>
            <ReservationState reservation={reservation} timeZone={timeZone} />
            {reservation.document_repeated && <DocumentRepeated />}
            {arrived && (
              <StateWord tone="ok" icon="check">
                <Trans>Llegó a las {arrived}</Trans>
              </StateWord>
            )}
            {by_desk && (
              <StateWord icon="user">
                <Trans>Sin teléfono: reservada aquí</Trans>
              </StateWord>
            )}
            {meet && (
              <StateWord icon="video">
                <Trans>Por video</Trans>
              </StateWord>
            )}
          </div>
        </div>
        {(onCall || onConfirm || onArrive || onRemove || onMore) && (
          <div className={styles.actions}>
            {onConfirm && (
              <Button look="soft" icon="check" busy={saying === 'confirm'} onClick={onConfirm}>
                <Trans>Confirmar</Trans>
                <span className="visually-hidden"> {code}</span>
              </Button>
            )}
            {onArrive && (
              <Button look="plain" icon="walk" busy={saying === 'arrived'} onClick={onArrive}>
                <Trans>Llegó</Trans>
                <span className="visually-hidden"> {code}</span>
              </Button>
            )}
            {onCall && (
              <Button look="quiet" icon="bell" busy={calling} onClick={onCall}>
                <Trans>Llamar</Trans>
                <span className="visually-hidden"> {code}</span>
              </Button>
            )}
            {onRemove && (
              <Button look="plain" size="tight" onClick={onRemove}>
                <Trans>Quitar</Trans>
                <span className="visually-hidden"> {code}</span>
              </Button>
            )}
            {onMore && <IconButton icon="more" label={t`Más de ${code}`} onClick={onMore} />}
          </div>
        )}
      </div>
      {answers.length > 0 && (
        <details className={styles.more}>
          <summary aria-label={t`Lo que escribió, ${code}`}>
            <Trans>Lo que escribió</Trans>
          </summary>
          <TicketAnswers answers={answers} />
        </details>
      )}
    </li>
  )
}
