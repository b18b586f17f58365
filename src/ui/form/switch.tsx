import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './switch.module.css'

export interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** What is really so ("Activado", "Bloqueado por el teléfono"), which the switch alone cannot know. */
  stateText?: ReactNode
  tone?: 'plain' | 'ok' | 'almost' | 'loss'
  icon?: IconName
  /** Beside the state: "Probar el aviso". */
  action?: ReactNode
  /**
   * While the answer is awaited, or where the phone forbids it: it stays reachable and says why in
   * `stateText`.
   */
  disabled?: boolean
}

/** On or off at once, without a form. The label can be pressed as well. */
export function Switch(props: SwitchProps) {
  const { label, checked, onChange, stateText, tone = 'plain', icon, action, disabled = false } = props
  const id = useId()
  return (
    <div className={styles.row}>
      {icon && <Icon name={icon} className={styles.sign} />}
      <div className={styles.words}>
        <label className={styles.label} id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {(stateText || action) && (
          <div className={classNames(styles.state, tone !== 'plain' && styles[tone])}>
            {stateText && <span id={`${id}-state`}>{stateText}</span>}
            {action}
          </div>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        className={styles.track}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={stateText ? `${id}-state` : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => {
          if (!disabled) onChange(!checked)
        }}
      />
    </div>
  )
}
