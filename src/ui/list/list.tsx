import type { ReactNode } from 'react'
import styles from './list.module.css'

/** Rows on one card. `label` where no heading names it. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    // Safari forgets that a list without bullets is one, unless it is said.
    <ul role="list" aria-label={label} className={styles.list}>
      {children}
    </ul>
  )
}
