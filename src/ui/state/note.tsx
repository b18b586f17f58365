import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './note.module.css'
import { TONE_ICON, type Tone } from './tone.ts'

export interface NoteProps {
  tone?: Tone
  /** `offline` and `clock` are the usual ones with the plain tone; otherwise the tone brings its own sign. */
  icon?: IconName
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** status when it appears while the person is looking, alert when it cannot wait. */
  role?: 'status' | 'alert' | 'note'
}

/** A remark in the page's own flow: no network and since when, something to know, something that failed. */
export function Note({ tone = 'plain', icon = TONE_ICON[tone], title, children, action, role }: NoteProps) {
  return (
    <div className={classNames(styles.note, tone !== 'plain' && styles[tone])} role={role}>
      <Icon name={icon} />
      <div className={styles.words}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
