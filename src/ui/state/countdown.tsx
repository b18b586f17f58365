import styles from './countdown.module.css'

export interface CountdownProps {
  /** The same unit for both, usually seconds. */
  remaining: number
  total: number
  /** The whole sentence, number included; only changes of it are drawn, none is read aloud by itself. */
  label: string
}

export function Countdown({ remaining, total, label }: CountdownProps) {
  const share = total > 0 ? Math.min(1, Math.max(0, remaining / total)) : 0
  return (
    <span className={styles.countdown} role="timer">
      <svg className={styles.ring} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="12" cy="12" r="9" />
        <circle
          className={styles.left}
          cx="12"
          cy="12"
          r="9"
          pathLength="1"
          style={{ strokeDashoffset: 1 - share }}
        />
      </svg>
      {label}
    </span>
  )
}
