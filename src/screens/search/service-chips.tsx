import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { lineCategoriesQuery } from '#src/queries/browse-queries.ts'
import { Chip, ChipGroup } from '#src/ui/press/chip.tsx'
import styles from './search-panel.module.css'

export interface ServiceChipsProps {
  organizationId: number
  service: number | null
  onChange: (service: number | null) => void
}

/**
 * The kinds of service of an organization, by which its offices are found (OFF-12). Nothing while there are
 * none.
 */
export function ServiceChips({ organizationId, service, onChange }: ServiceChipsProps) {
  const { t } = useLingui()
  const { data = [] } = useQuery(lineCategoriesQuery(organizationId))
  if (data.length === 0) return null
  return (
    <div className={styles.services}>
      <ChipGroup label={t`Tipo de atención`}>
        {data.map(({ id, name }) => (
          <Chip key={id} pressed={id === service} onClick={() => onChange(id === service ? null : id)}>
            {name}
          </Chip>
        ))}
      </ChipGroup>
    </div>
  )
}
