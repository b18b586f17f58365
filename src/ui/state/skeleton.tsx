import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** Any CSS length. Text is measured in ch, as long as what will stand there. */
  width?: string
  /** Absent, it is one line of the text around it. */
  height?: string
  round?: boolean
  /** Words as long as those that will stand there: it is as wide, and breaks into lines as they do. */
  children?: ReactNode
}

/**
 * The place of what has not arrived. Put it inside the component that will hold the data (a `ListRow`, a
 * `TicketCard`): the height is then the true one and nothing moves. Say `aria-busy` on the region around it.
 */
export const Skeleton = ({ width = '100%', height, round = false, children }: SkeletonProps) => (
  <span
    aria-hidden="true"
    className={
      children
        ? styles.words
        : classNames(styles.bone, height === undefined && styles.text, round && styles.round)
    }
    style={children ? undefined : { inlineSize: width, blockSize: height }}
  >
    {children}
  </span>
)
