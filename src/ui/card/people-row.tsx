import { classNames } from '../class-names.ts'
import styles from './people-row.module.css'

export interface PeopleRowProps {
  /** How many stand before you; they leave at the front, and the row shortens. */
  ahead: number
  /** Read aloud in place of the picture. Absent where the same sentence stands beside it. */
  label?: string
  /** The figures drawn at most; those beyond are a "+7" at the front. */
  most?: number
}

/** The line as a picture: those before you, and you at its end. */
export function PeopleRow({ ahead, label, most = 8 }: PeopleRowProps) {
  const waiting = Math.max(0, Math.floor(ahead))
  const beyond = Math.max(0, waiting - most)
  return (
    <div
      className={styles.people}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      {beyond > 0 && <span className={classNames(styles.more, 'numerals')}>+{beyond}</span>}
      {/* All places are always there, counted from you: the one in front closes up, the rest stay. */}
      {Array.from({ length: most }, (_, at) => most - at).map(place => (
        <span key={place} className={classNames(styles.person, place > waiting && styles.gone)} />
      ))}
      <span className={classNames(styles.person, styles.you)} />
    </div>
  )
}
