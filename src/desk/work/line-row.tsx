import { Plural, Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { LineStopText } from '#src/texts/line-stop-text.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { WaitText } from '#src/texts/wait-text.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import styles from './line-row.module.css'

export interface LineRowProps {
  line: DeskState['lines'][number]
  /** This desk calls from it. */
  served: boolean
  /** Null where it is not the clerk's to say. */
  onServe: ((served: boolean) => void) | null
  timeZone: string
  /** Before the doors open: when it gives numbers today. Null where the day has begun. */
  opens: Date | null
  onFreeze: () => void
  /** For today; and open again. */
  onClose: () => void
  onReopen: () => void
  /** Says something to those who wait in it. */
  onMessage: () => void
}

export function LineRow({ line, timeZone, opens, served, onServe, ...on }: LineRowProps) {
  const { name, waiting, wait, call, frozen, stopped } = line
  const language = useLanguage()
  const isClosed = stopped?.why === 'closed' && opens === null
  const isFrozen = frozen && opens === null
  const at = opens && timeText(opens, language, timeZone)
  const [next] = line.queue.raw_tickets
  return (
    <li className={styles.row}>
      <div className={styles.top}>
        <div className={styles.choice}>
          <Checkbox label={name} checked={served} disabled={!onServe} onChange={on => onServe?.(on)} />
        </div>
        <p className={styles.waiting}>
          <span className={classNames(styles.figure, 'numerals')}>{waiting}</span>{' '}
          <Plural value={waiting} one="espera" other="esperan" />
        </p>
      </div>
      <div className={styles.more}>
        <div className={styles.facts}>
          {at ? (
            <StateWord icon="clock">
              <Trans>Abre a las {at}</Trans>
            </StateWord>
          ) : isClosed ? (
            <StateWord tone="almost" icon="lock">
              <Trans>Cerrada por hoy</Trans>
            </StateWord>
          ) : (
            isFrozen && (
              <StateWord tone="almost" icon="snow">
                <Trans>Congelada</Trans>
              </StateWord>
            )
          )}
          {stopped && !opens && <LineStopText stopped={stopped} timeZone={timeZone} />}
          {!isClosed && !opens && (
            <span>
              <WaitText wait={wait} />
            </span>
          )}
          {call && (
            <span>
              <Trans>último {call}</Trans>
            </span>
          )}
          {next && (
            <span>
              <Trans>sigue {next}</Trans>
            </span>
          )}
        </div>
        <div className={styles.acts}>
          {waiting > 0 && (
            <Button look="plain" size="tight" onClick={on.onMessage}>
              <Trans>Avisar</Trans>
              <span className="visually-hidden"> {name}</span>
            </Button>
          )}
          {!isClosed && (
            <Button look="plain" size="tight" onClick={on.onFreeze}>
              {isFrozen ? <Trans>Descongelar</Trans> : <Trans>Congelar</Trans>}
              <span className="visually-hidden"> {name}</span>
            </Button>
          )}
          <Button look="plain" size="tight" onClick={isClosed ? on.onReopen : on.onClose}>
            {isClosed ? <Trans>Abrir otra vez</Trans> : <Trans>Cerrar fila</Trans>}
            <span className="visually-hidden"> {name}</span>
          </Button>
        </div>
      </div>
    </li>
  )
}
