import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './print-only.module.css'

/** What the printer gets of this page instead of all else, and the screen does not show. */
export const PrintOnly = ({ children }: { children: ReactNode }) =>
  createPortal(
    <div className={styles.sheet} data-prints>
      {children}
    </div>,
    document.body,
  )
