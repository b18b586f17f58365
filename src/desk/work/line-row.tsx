import { Plural, Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'
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
  onServe: (served: boolean) => void
  onFreeze: () => void
}

export function LineRow({ line, served, onServe, onFreeze }: LineRowProps) {
  const { name, waiting, wait, call, frozen } = line
  const [next] = line.queue.raw_tickets
  return (
    <li className={styles.row}>
      <div className={styles.top}>
        <div className={styles.choice}>
          <Checkbox label={name} checked={served} onChange={onServe} />
        </div>
        <p className={styles.waiting}>
          <span className={classNames(styles.figure, 'numerals')}>{waiting}</span>{' '}
          <Plural value={waiting} one="espera" other="esperan" />
        </p>
      </div>
      <div className={styles.more}>
        <div className={styles.facts}>
          {frozen && (
            <StateWord tone="almost" icon="snow">
              <Trans>Congelada</Trans>
            </StateWord>
          )}
          <span>
            <WaitText wait={wait} />
          </span>
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
        <Button look="plain" size="tight" className={styles.freeze} onClick={onFreeze}>
          {frozen ? <Trans>Descongelar</Trans> : <Trans>Congelar</Trans>}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  )
}
