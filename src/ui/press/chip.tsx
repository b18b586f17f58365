import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './chip.module.css'

export type ChipProps = ComponentProps<'button'> & {
  icon?: IconName
  /** Given, the chip is a filter that is on or off; absent, it is a small button. */
  pressed?: boolean
}

export function Chip({ icon, pressed, className, children, ...rest }: ChipProps) {
  const sign = pressed ? 'check' : icon
  return (
    <button type="button" {...rest} className={classNames(styles.chip, className)} aria-pressed={pressed}>
      {sign && <Icon name={sign} size="s" />}
      {children}
    </button>
  )
}

/** Filters that belong together; `label` names what they filter. */
export function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset aria-label={label} className={styles.group}>
      {children}
    </fieldset>
  )
}
