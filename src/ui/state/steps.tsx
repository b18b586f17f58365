import { classNames } from '../class-names.ts'
import styles from './steps.module.css'

export interface StepsProps {
  /** From 1. */
  current: number
  total: number
  /** What is read aloud: "Paso 3 de 5: la hora". */
  label: string
}

/** How far through a row of questions. */
export function Steps({ current, total, label }: StepsProps) {
  return (
    <div
      className={styles.steps}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native progress is one bar, not steps
      role="progressbar"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={total}
      aria-valuenow={current}
      aria-valuetext={label}
    >
      {Array.from({ length: total }, (_, at) => (
        <span key={at} className={classNames(styles.step, at < current && styles.done)} />
      ))}
    </div>
  )
}
