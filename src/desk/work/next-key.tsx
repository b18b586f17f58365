import styles from './next-key.module.css'

/** The keys that press the one next thing, shown on it; read aloud by `aria-keyshortcuts`. */
export const NextKey = () => (
  <kbd className={styles.key} aria-hidden="true">
    Ctrl ↵
  </kbd>
)
