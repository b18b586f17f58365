import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { longDayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import type { TicketState } from '#src/ui/card/ticket-state.ts'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketFact, TicketNumber } from '#src/ui/card/ticket-number.tsx'
import styles from './moment-card.module.css'

export interface MomentCardProps {
  office: string
  line: string
  /** #rrggbb */
  brand: string
  /** ISO 8601 */
  from: string
  to: string
  /** The office's. */
  timeZone: string
  meet: boolean
  /** Null where there is no place to go to. */
  address: string | null
  /** RV…; null before it is booked. */
  code?: string | null
  state?: TicketState
  /** The state in words. */
  word?: ReactNode
  /** Under the day: how far the attention is. */
  status?: ReactNode
  arriving?: boolean
}

/** A booked time, as large as a number: the hour, the day, the place. */
export function MomentCard(props: MomentCardProps) {
  const { office, line, brand, from, to, timeZone, meet, address, code, state, word, status, arriving } =
    props
  const { t } = useLingui()
  const language = useLanguage()
  const begins = new Date(from)
  const ends = new Date(to)
  return (
    <TicketCard
      office={office}
      line={line}
      brand={brand}
      icon={meet ? 'video' : 'calendar'}
      state={state ?? 'confirmed'}
      word={word}
      arriving={arriving ?? false}
    >
      <TicketBody look="centred">
        <TicketNumber number={timeText(begins, language, timeZone)} size="big" label={t`Hora:`} />
        <p className={styles.day}>{longDayText(begins, language, timeZone)}</p>
        {status && <p className={styles.status}>{status}</p>}
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <div className={styles.place}>
          <span className={styles.label}>{meet ? <Trans>Por video</Trans> : <Trans>Dónde</Trans>}</span>
          <span>{meet || address === null ? <Trans>Desde tu teléfono o computador</Trans> : address}</span>
        </div>
        {code ? (
          <TicketFact end label={<Trans>Código</Trans>} value={code} />
        ) : (
          <TicketFact end label={<Trans>Termina</Trans>} value={timeText(ends, language, timeZone)} />
        )}
      </TicketFoot>
    </TicketCard>
  )
}
