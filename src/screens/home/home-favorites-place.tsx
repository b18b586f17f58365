import { useLingui } from '@lingui/react/macro'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { lastStood } from '#src/stores/last-stood.ts'
import { Section } from '#src/ui/shell/screen-body.tsx'
import styles from './home-screen.module.css'

/** How many favourites stand at home: as many as there were when somebody last looked, or fewer. */
export const favoritesAtHome = (rows: number): number => Math.min(lastStood.favorites(), rows)

/** Their place until they have come. */
export function HomeFavoritesPlace({ rows }: { rows: number }) {
  const { t } = useLingui()
  const count = favoritesAtHome(rows)
  if (count === 0) return null
  return (
    <Section title={t`Favoritos`}>
      <div className={styles.near}>
        <OfficeListSkeleton rows={count} />
      </div>
    </Section>
  )
}
