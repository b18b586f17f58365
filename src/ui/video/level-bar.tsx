import { Icon } from '../icon.tsx'
import styles from './level-bar.module.css'

/** How loud it is, from 0 to 1, as a bar that follows the voice. */
export function LevelBar({ level, label }: { level: number; label: string }) {
  return (
    <div className={styles.bar}>
      <Icon name="mic" size="s" />
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(level * 100)}
      >
        <span className={styles.level} style={{ scale: `${level} 1` }} />
      </div>
    </div>
  )
}
