import { type ReactNode, useEffect, useRef } from 'react'
import styles from './book-sheet.module.css'

/** A question of the sheet: whoever hears it, or steers it by keys, goes on from here. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className={styles.title}>
      {children}
    </h3>
  )
}
