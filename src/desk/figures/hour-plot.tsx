import { type ReactNode, useId } from 'react'
import styles from './hour-plot.module.css'

/** A plot is drawn in this many units each way, and stretched to the room that there is. */
const SIZE = 1_000

/** A point of its shapes, in shares of it: 0 at the left and at the foot. */
export const pointAt = (x: number, y: number) => `${Math.round(x * SIZE)},${Math.round((1 - y) * SIZE)}`

export const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export interface HourPlotProps {
  title: ReactNode
  /** What is drawn, by the names of its colours. */
  legend: readonly { of: 'told' | 'came' | 'comers'; word: ReactNode }[]
  /** At the left, each at its height. */
  ticks: readonly { count: number; y: number }[]
  /** From the first to the last, each with the height of its bar. */
  hours: readonly { hour: number; bar: number }[]
  /** What is drawn over the bars, in an SVG. */
  shapes: ReactNode
  /** What is laid over the shapes. */
  points?: ReactNode
  /** What it says, in words. */
  said?: ReactNode
  /** What opens the table of its numbers, and that table. */
  summary: ReactNode
  table: (labelledBy: string) => ReactNode
}

/**
 * Something by hour of the day: bars, and shapes over them. All that is drawn is a picture; the words and the
 * table beside it are for whoever does not see it, or wants the numbers.
 */
export function HourPlot({
  title,
  legend,
  ticks,
  hours,
  shapes,
  points,
  said,
  summary,
  table,
}: HourPlotProps) {
  const named = useId()
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <ul className={styles.legend} aria-hidden="true">
          {legend.map(({ of, word }) => (
            <li key={of} data-of={of}>
              {word}
            </li>
          ))}
        </ul>
      </figcaption>
      {said && <p className={styles.said}>{said}</p>}
      <div className={styles.plot} aria-hidden="true">
        {ticks.map(({ count, y }) => (
          <span key={count} className={styles.tick} style={{ insetBlockEnd: `${100 * y}%` }}>
            <span>{count}</span>
          </span>
        ))}
        <div className={styles.field}>
          {hours.map(({ hour, bar }) => (
            <span key={hour} className={styles.hour}>
              <span className={styles.bar} style={{ blockSize: `${100 * bar}%` }} />
              <span className={styles.name}>{hour}</span>
            </span>
          ))}
          <svg className={styles.shapes} viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none">
            {shapes}
          </svg>
          {points}
        </div>
      </div>
      <details className={styles.words}>
        <summary id={named}>{summary}</summary>
        {table(named)}
      </details>
    </figure>
  )
}
