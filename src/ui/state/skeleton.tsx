import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** Any CSS length. Text is measured in ch, as long as what will stand there. */
  width?: string
  /** Absent, it is one line of the text around it. */
  height?: string
  round?: boolean
}

/**
 * The place of what has not arrived. Put it inside the component that will hold the data (a `ListRow`, a
 * `TicketCard`): the height is then the true one and nothing moves. Say `aria-busy` on the region around it.
 */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.bone, height === undefined && styles.text, round && styles.round)}
      style={{ inlineSize: width, blockSize: height }}
    />
  )
}
