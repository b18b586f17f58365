import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { classNames } from '#src/ui/class-names.ts'
import { type BarAct, BarButtons } from '../bar-acts.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import styles from './modulo-place.module.css'

export interface ModuloPlaceProps {
  office: string
  modulo: string
  /** The ways through the work at it. */
  nav: ReactNode
  /** What is rarely done at it. */
  acts: readonly BarAct[]
}

/** As a number is, large enough for the bar's width; a longer one, "Mesón 1", is smaller. */
const SHORT_NAME = 3

/** Which desk this is; its number is large, for it is what is called out. */
export function ModuloPlace({ office, modulo, nav, acts }: ModuloPlaceProps) {
  const heading = useHeadingFocus()
  const name = shortModulo(modulo)
  return (
    <div className={styles.place}>
      <div className={styles.names}>
        <p className={styles.office}>{office}</p>
        <h1 ref={heading} tabIndex={-1} className={styles.modulo}>
          <Trans>
            Módulo{' '}
            <span className={classNames(styles.name, 'numerals', name.length > SHORT_NAME && styles.long)}>
              {name}
            </span>
          </Trans>
        </h1>
      </div>
      <div className={styles.acts}>
        <BarButtons acts={acts} />
      </div>
      <div className={styles.nav}>{nav}</div>
    </div>
  )
}
