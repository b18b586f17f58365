import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './work-nav.module.css'

/**
 * What is shown: in narrow windows one at a time; in wide ones the work stays, with one of the others beside.
 */
export type WorkView = 'work' | 'numbers' | 'lines' | 'reservations'

export interface WorkNavProps {
  view: WorkView
  onView: (view: WorkView) => void
  /** How many of the reservations want something of a desk now. */
  asking: number
}

/** The ways through a clerk's work. */
export function WorkNav({ view, onView, asking }: WorkNavProps) {
  const { t } = useLingui()
  const item = (to: WorkView, words: ReactNode) => (
    <li>
      <button
        type="button"
        className={styles.item}
        data-view={to}
        aria-current={view === to ? 'page' : undefined}
        onClick={({ currentTarget }) => {
          // Safari focuses nothing that is clicked, and by the focus it is known where somebody has gone.
          currentTarget.focus()
          onView(to)
        }}
      >
        {words}
      </button>
    </li>
  )
  return (
    <nav aria-label={t`Tu trabajo`}>
      <ul className={styles.items} data-now={view}>
        {item('work', <Trans>Atender</Trans>)}
        {item('numbers', <Trans>Números</Trans>)}
        {item('lines', <Trans>Filas</Trans>)}
        {item(
          'reservations',
          <>
            <Trans>Reservas</Trans>
            {asking > 0 && (
              <span className={`${styles.count} numerals`}>
                <span aria-hidden="true">{asking}</span>
                <span className="visually-hidden">
                  {' '}
                  <Plural value={asking} one="# por atender" other="# por atender" />
                </span>
              </span>
            )}
          </>,
        )}
      </ul>
    </nav>
  )
}
