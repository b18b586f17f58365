import { Trans, useLingui } from '@lingui/react/macro'
import type { PreferenceQuestion } from '#contract/rest/preference.ts'
import { PREFERENCE_LABEL, PREFERENCE_TEXTS } from '#src/texts/preference-texts.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './preference-switch.module.css'

export interface PreferenceSwitchProps {
  law: NonNullable<PreferenceQuestion>
  prefers: boolean
  disabled: boolean
  onPrefers: (prefers: boolean) => void
}

/** Who goes first by law says so with one press anywhere on it; that they did is said by word and sign. */
export function PreferenceSwitch({ law, prefers, disabled, onPrefers }: PreferenceSwitchProps) {
  const { i18n } = useLingui()
  return (
    <button
      type="button"
      role="switch"
      className={styles.preference}
      aria-checked={prefers}
      aria-labelledby="preference-label"
      aria-describedby="preference-law"
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onPrefers(!prefers)
      }}
    >
      <span className={styles.sign}>
        <Icon name={prefers ? 'check' : 'star'} size="l" />
      </span>
      <span className={styles.words}>
        <strong id="preference-label" className={styles.label}>
          {i18n._(PREFERENCE_LABEL)}
        </strong>
        <span id="preference-law" className={styles.law}>
          {i18n._(PREFERENCE_TEXTS[law])}
        </span>
      </span>
      <span className={styles.answer} aria-hidden="true">
        <strong>{prefers ? <Trans>Sí</Trans> : <Trans>No</Trans>}</strong>
        <span className={styles.track} />
      </span>
    </button>
  )
}
