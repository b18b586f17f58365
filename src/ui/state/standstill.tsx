import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './standstill.module.css'

export interface StandstillProps {
  icon: IconName
  title: ReactNode
  children?: ReactNode
  /** The way on, seldom two. */
  action?: ReactNode
}

/** Nothing here yet, and what to do next. */
export function EmptyState(props: StandstillProps) {
  return <Standstill {...props} />
}

/**
 * What happened, in the catalogue's words, and one way on. It is announced, since it came in place of an
 * answer.
 */
export function FailedState({
  icon = 'warning',
  ...rest
}: Partial<Pick<StandstillProps, 'icon'>> & Omit<StandstillProps, 'icon'>) {
  return <Standstill icon={icon} {...rest} failed />
}

function Standstill({
  icon,
  title,
  children,
  action,
  failed = false,
}: StandstillProps & { failed?: boolean }) {
  return (
    <div className={styles.standstill} role={failed ? 'alert' : undefined}>
      <span className={classNames(styles.sign, failed && styles.loss)}>
        <Icon name={icon} size="l" />
      </span>
      <p className={styles.title}>
        <strong>{title}</strong>
      </p>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
