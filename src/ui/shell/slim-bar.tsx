import type { ReactNode } from 'react'
import { brandStyle } from '../brand-style.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import styles from './slim-bar.module.css'

export interface SlimBarProps {
  href: string
  number: ReactNode
  title: ReactNode
  detail?: ReactNode
  brand?: string
  /** It is this number's turn. */
  isTurn?: boolean
  /** Rides above the bottom bar, with air around it. */
  docked?: boolean
}

/** The active ticket, folded to a line, on every screen but its own. */
export function SlimBar({
  href,
  number,
  title,
  detail,
  brand,
  isTurn = false,
  docked = false,
}: SlimBarProps) {
  return (
    <Link
      href={href}
      className={classNames(styles.bar, docked && styles.docked, isTurn && styles.turn)}
      style={brandStyle(brand)}
    >
      <span className={classNames(styles.number, 'numerals')}>{number}</span>
      <span className={styles.rest}>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
        <Icon name="pass" />
      </span>
    </Link>
  )
}
