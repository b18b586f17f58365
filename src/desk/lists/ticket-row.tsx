import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { DeskRow } from '#contract/rest/desk.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { answerText, worded } from '#src/texts/form-texts.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { DocumentRepeated } from '../work/document-repeated.tsx'
import { Preferential } from '../work/preferential.tsx'
import { DeliveredWords } from '../work/turn-delivered.tsx'
import { NoteWords } from '../work/turn-note.tsx'
import { RowActions, type RowActionsProps } from './row-actions.tsx'
import { RowTime } from './row-time.tsx'
import styles from './ticket-row.module.css'

export interface TicketRowProps extends RowActionsProps {
  row: DeskRow
  /** When the list was answered, by the server's clock, and when it was seen here; milliseconds. */
  at: number
  seenAt: number
  timeZone: string
}

const CAME_ICON: Record<DeskRow['came'], IconName> = {
  phone: 'phone',
  paper: 'ticket',
  reservation: 'calendar',
  video: 'video',
}

/** One number: how it came, what was answered, how long, how it stands, and what can be done with it. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { at, seenAt, timeZone, ...actions } = props
  const { row } = actions
  const { i18n, t } = useLingui()
  const { ticket, came, line_name, answers, name } = row
  const cameWords: Record<DeskRow['came'], string> = {
    phone: t`Con teléfono`,
    paper: t`En papel`,
    reservation: t`Con reserva`,
    video: t`Por video`,
  }
  const [first] = answers
  const said = answers.map(answer => worded(answerText(answer), i18n)).join(' · ')
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={`${styles.number} numerals`}>{ticket}</p>
        <p className={styles.time}>
          <RowTime row={row} at={at} seenAt={seenAt} timeZone={timeZone} />
        </p>
      </div>
      <div className={styles.words}>
        <p className={styles.said}>
          <Icon name={CAME_ICON[came]} size="s" />
          <span className="visually-hidden">{cameWords[came]}. </span>
          <span className={styles.text}>{name ?? (first ? said : line_name)}</span>
        </p>
        {row.note !== null && (
          <p className={styles.note}>
            <NoteWords note={row.note} />
          </p>
        )}
        {row.delivered.length > 0 && (
          <p className={styles.delivered}>
            <DeliveredWords delivered={row.delivered} />
          </p>
        )}
        <div className={styles.signs}>
          <RowState row={row} at={at} timeZone={timeZone} />
          {row.document_repeated && <DocumentRepeated />}
          {row.preferential && <Preferential />}
        </div>
      </div>
      <RowActions {...actions} />
    </li>
  )
})

function RowState({ row, at, timeZone }: Pick<TicketRowProps, 'row' | 'at' | 'timeZone'>) {
  const { state, arrived_at, on_my_way, front_until } = row
  const modulo = row.modulo === null ? '' : shortModulo(row.modulo)
  const language = useLanguage()
  switch (state) {
    case 'waiting':
      return on_my_way ? (
        <StateWord tone="press" icon="walk">
          <Trans>Va en camino</Trans>
        </StateWord>
      ) : null
    case 'called':
      return (
        <StateWord tone="turn" icon="bell">
          {arrived_at ? (
            <Trans>En atención, módulo {modulo}</Trans>
          ) : (
            <Trans>Llamado al módulo {modulo}</Trans>
          )}
        </StateWord>
      )
    case 'attended':
      return (
        <StateWord tone="ok" icon="check">
          <Trans>Atendido, módulo {modulo}</Trans>
        </StateWord>
      )
    case 'skipped':
      return (
        <StateWord tone="almost" icon="walk">
          {front_until !== null && at <= Date.parse(front_until) ? (
            <Trans>
              No llegó; al principio hasta las {timeText(new Date(front_until), language, timeZone)}
            </Trans>
          ) : (
            <Trans>No llegó; vuelve al final</Trans>
          )}
        </StateWord>
      )
    case 'parked':
      return (
        <StateWord tone="press" icon="pause">
          <Trans>En espera</Trans>
        </StateWord>
      )
    case 'given-up':
      return (
        <StateWord icon="close">
          <Trans>Renunció</Trans>
        </StateWord>
      )
    case 'removed':
      return (
        <StateWord icon="close">
          <Trans>Quitado</Trans>
        </StateWord>
      )
    case 'sent-home':
      return (
        <StateWord icon="clock">
          <Trans>Su fila cerró</Trans>
        </StateWord>
      )
    case 'expired':
      return (
        <StateWord icon="clock">
          <Trans>Venció</Trans>
        </StateWord>
      )
  }
}
