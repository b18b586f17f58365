import type { ReactNode } from 'react'
import styles from './list.module.css'

/** Rows on one card. `label` where no heading names it. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  )
}
