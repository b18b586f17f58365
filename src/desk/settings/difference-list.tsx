import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { differences } from './differences.ts'
import type { EditedOffice } from './edited-office.ts'
import type { PartName } from './parts.ts'
import styles from './settings.module.css'

export interface DifferenceListProps {
  before: EditedOffice
  after: EditedOffice
  part: PartName
}

/** What is otherwise in one part: what it was, and what it is then. */
export function DifferenceList({ before, after, part }: DifferenceListProps) {
  const { i18n } = useLingui()
  return (
    <ul className={styles.differences}>
      {differences(before, after, part, i18n).map(({ place, before: was, after: is }) => (
        <li key={place}>
          <strong>{place}</strong>{' '}
          {was !== null && (
            <>
              <span className="visually-hidden">
                <Trans>antes</Trans>{' '}
              </span>
              <del>{was}</del>{' '}
            </>
          )}
          <span className="visually-hidden">
            <Trans>ahora</Trans>{' '}
          </span>
          <ins>{is ?? <Trans>nada</Trans>}</ins>
        </li>
      ))}
    </ul>
  )
}
