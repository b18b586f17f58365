import { Trans } from '@lingui/react/macro'
import styles from './introduction.module.css'
import { ProviderButtons } from './provider-buttons.tsx'

/**
 * Under the refusal of an office that serves proven documents alone: the way on. Fetched with that refusal.
 * @param onProven asks again for what was refused
 */
export default function ProveDocument({ onProven }: { onProven: () => void }) {
  return (
    <div className={styles.below}>
      <p>
        <Trans>Comprueba tu documento una vez y sigue desde aquí.</Trans>
      </p>
      <ProviderButtons purpose="prove" only={id => id === 'document'} onDone={onProven} />
    </div>
  )
}
