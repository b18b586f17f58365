import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

/**
 * The place of what most likely comes: laid out to be as large as it will be, in these words and at this size
 * of text, and not to be seen, read out or pressed.
 */
export function Place({ children }: { children: ReactNode }) {
  return (
    <div className={styles.place} aria-hidden="true" inert>
      <div className={styles.likely}>{children}</div>
    </div>
  )
}
