import { Skeleton } from '#src/ui/state/skeleton.tsx'
import cards from './figure-cards.module.css'
import styles from './day-screen.module.css'

const CARDS = ['Atendidos', 'Espera', 'Dicho', 'Ausentes', 'Nota']

/** The places of the five cards and of the plot. */
export function DaySkeleton() {
  return (
    <>
      <ul className={cards.cards} aria-hidden="true">
        {CARDS.map(name => (
          <li key={name} className={cards.card}>
            <p className={cards.name}>
              <Skeleton width="8ch" />
            </p>
            <p className={cards.figure}>
              <Skeleton width="3ch" />
            </p>
            <p className={cards.more}>
              <Skeleton width="14ch" />
            </p>
          </li>
        ))}
      </ul>
      <div className={styles.panes} aria-hidden="true">
        <div className={styles.pane}>
          <Skeleton height="20rem" />
        </div>
      </div>
    </>
  )
}
