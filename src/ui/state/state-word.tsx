import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './state-word.module.css'
import type { Tone } from './tone.ts'

export interface StateWordProps {
  /** `plain` takes the colour of the text around it, as on a brand header. */
  tone?: Tone
  icon?: IconName
  children: ReactNode
}

/**
 * A state in a word, with a dot or a sign: open, much waited for, confirmed. The colour only repeats the
 * word.
 */
export function StateWord({ tone = 'plain', icon, children }: StateWordProps) {
  return (
    <span className={classNames(styles.word, tone !== 'plain' && styles[tone])}>
      {icon ? <Icon name={icon} size="s" /> : <span className={styles.dot} aria-hidden="true" />}
      <span>{children}</span>
    </span>
  )
}
