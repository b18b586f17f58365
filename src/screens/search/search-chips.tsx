import { Trans, useLingui } from '@lingui/react/macro'
import { CATEGORIES } from '#contract/categories.ts'
import type { SearchState } from '#src/screens/shared/use-search-state.ts'
import { Chip, ChipGroup } from '#src/ui/press/chip.tsx'
import { SelectChip } from '#src/ui/press/select-chip.tsx'

export interface SearchChipsProps {
  search: SearchState
  onChange: (chosen: Partial<SearchState>) => void
  onChooseDistricts: () => void
}

/** What one filters by, at a press. */
export function SearchChips({ search, onChange, onChooseDistricts }: SearchChipsProps) {
  const { t } = useLingui()
  const { category, districts, openNow } = search
  return (
    <ChipGroup label={t`Filtros`}>
      <Chip icon="clock" pressed={openNow} onClick={() => onChange({ openNow: !openNow })}>
        <Trans>Abierto ahora</Trans>
      </Chip>
      <SelectChip
        label={t`Categoría`}
        none={t`Todas`}
        value={category}
        options={CATEGORIES.map(({ slug, name }) => ({ value: slug, label: name }))}
        onChange={chosen => onChange({ category: chosen, service: null })}
      />
      <Chip icon="filter" pressed={districts.length > 0 ? true : undefined} onClick={onChooseDistricts}>
        {districts.length <= 1 ? (districts[0] ?? t`Comunas`) : t`${districts.length} comunas`}
      </Chip>
    </ChipGroup>
  )
}
