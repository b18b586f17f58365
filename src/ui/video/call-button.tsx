import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './call-button.module.css'

export interface CallButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  /** Stands under the sign, and is what a reader says. */
  label: string
  /** loss ends the call; off is what was switched off, and may be switched on again. */
  look?: 'plain' | 'off' | 'loss'
}

/** A round press of a call, large enough for a thumb, with its word under it. */
export function CallButton({ icon, label, look = 'plain', className, ...button }: CallButtonProps) {
  return (
    <button type="button" {...button} className={classNames(styles.button, styles[look], className)}>
      <span className={styles.sign}>
        <Icon name={icon} />
      </span>
      <span className={styles.word}>{label}</span>
    </button>
  )
}
