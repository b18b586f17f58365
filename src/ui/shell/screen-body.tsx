import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './screen-body.module.css'

export interface ScreenBodyProps {
  /** column keeps forms and running text as wide as they are read well. */
  width?: 'full' | 'column'
  children: ReactNode
}

/** What stands under the header: even margins, even gaps. */
export function ScreenBody({ width = 'full', children }: ScreenBodyProps) {
  return <div className={classNames(styles.body, width === 'column' && styles.column)}>{children}</div>
}

export interface SectionProps {
  title: ReactNode
  /** At the right of the title: a `Chip`, or a few soft words. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a screen under its own h2, found by it in the list of regions. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
