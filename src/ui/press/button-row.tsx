import type { ReactNode } from 'react'
import styles from './button-row.module.css'

/** Buttons side by side that share the width, and stand under each other where their words would not fit. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
