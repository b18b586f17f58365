import styles from './logo.module.css'

/** The mark, a ticket with two notches, and the product's name beside it. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} viewBox="0 0 30 24" aria-hidden="true" focusable="false">
        <path d="M6 0h18a6 6 0 0 1 6 6v1a5 5 0 0 0 0 10v1a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6v-1a5 5 0 0 0 0-10V6a6 6 0 0 1 6-6z" />
      </svg>
      {name}
    </span>
  )
}
