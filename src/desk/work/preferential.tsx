import { Trans } from '@lingui/react/macro'
import { StateWord } from '#src/ui/state/state-word.tsx'
import styles from './preferential.module.css'

/** The law lets this person go first, they said or a clerk saw: for the office's own eyes. */
export function Preferential() {
  return (
    <StateWord tone="press">
      <span className={styles.word}>
        <Trans>Preferencial</Trans>
      </span>
    </StateWord>
  )
}
