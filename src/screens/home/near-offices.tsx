import { Trans, useLingui } from '@lingui/react/macro'
import { useNow } from '#src/queries/use-now.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { NearMeChip } from '#src/screens/shared/near-me-chip.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { OfficeRow } from '#src/screens/shared/office-row.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useOffices } from '#src/screens/shared/use-offices.ts'
import { useOfficeWaits } from '#src/screens/shared/use-office-waits.ts'
import { usePlace } from '#src/screens/shared/use-place.ts'
import { List } from '#src/ui/list/list.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import styles from './home-screen.module.css'
import { Note } from '#src/ui/state/note.tsx'

/**
 * The few offices to begin with: those that are open, the nearest first where somebody said where they are.
 */
export function NearOffices({ rows }: { rows: number }) {
  const { t } = useLingui()
  const now = new Date(useNow())
  const place = usePlace()
  const { offices, since, isLoading, isHeldBack, error, retry } = useOffices()
  const near = offices.slice(0, rows)
  const waitOf = useOfficeWaits(near, rows)
  if (isHeldBack) {
    return (
      <Note>
        <Trans>Elige lo que necesitas para ver las oficinas.</Trans>
      </Note>
    )
  }
  return (
    <>
      <OfflineNote since={since} />
      <Section title={place ? t`Cerca de ti` : t`Oficinas`} aside={<NearMeChip />}>
        {error && <FailedLoad error={error} onRetry={retry} />}
        <div className={styles.near}>
          {isLoading && <OfficeListSkeleton rows={rows} />}
          {offices.length > 0 && (
            <List label={t`Oficinas`}>
              {near.map(office => (
                <OfficeRow key={office.slug} office={office} now={now} wait={waitOf(office)} />
              ))}
            </List>
          )}
        </div>
      </Section>
    </>
  )
}
