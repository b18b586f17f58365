import { Trans } from '@lingui/react/macro'
import styles from './preferential-word.module.css'

/** "Preferencial", wherever the desk says it. */
export function PreferentialWord() {
  return (
    <span className={styles.word}>
      <Trans>Preferencial</Trans>
    </span>
  )
}
