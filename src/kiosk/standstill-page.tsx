import styles from './kiosk.module.css'

/** Instead of a kiosk: why there is none. */
export function StandstillPage({ title, more }: { title: string; more: string }) {
  return (
    <main className={styles.body}>
      <div className={styles.middle}>
        <h1>{title}</h1>
        <p>{more}</p>
      </div>
    </main>
  )
}
