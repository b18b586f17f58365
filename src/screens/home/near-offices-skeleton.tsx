import { useLingui } from '@lingui/react/macro'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import styles from './home-screen.module.css'
import { Section } from '#src/ui/shell/screen-body.tsx'

/** The place of the offices until their part and their list have come. */
export function NearOfficesSkeleton({ rows }: { rows: number }) {
  const { t } = useLingui()
  return (
    <Section title={t`Oficinas`}>
      <div className={styles.near}>
        <OfficeListSkeleton rows={rows} />
      </div>
    </Section>
  )
}
