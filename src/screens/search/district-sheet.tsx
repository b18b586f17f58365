import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Office } from '#contract/rest/offices.ts'
import { listDistricts } from '#src/domain/list-districts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'

export interface DistrictSheetProps {
  open: boolean
  offices: readonly Office[]
  districts: readonly string[]
  resultsQuantity: number
  onChange: (districts: string[]) => void
  onClose: () => void
}

/** The communes in which there are offices, with a filter over their names (OFF-04). */
export function DistrictSheet({
  open,
  offices,
  districts,
  resultsQuantity,
  onChange,
  onClose,
}: DistrictSheetProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [filter, setFilter] = useState('')
  const listed = listDistricts(offices, filter, language)
  const toggle = (district: string, isChosen: boolean) =>
    onChange(isChosen ? [...districts, district] : districts.filter(other => other !== district))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Comunas`}
      closeLabel={t`Cerrar`}
      foot={
        <Button wide onClick={onClose}>
          <Plural value={resultsQuantity} one="Ver # oficina" other="Ver # oficinas" />
        </Button>
      }
    >
      <SearchField
        label={t`Busca una comuna`}
        placeholder={t`Busca una comuna`}
        clearLabel={t`Borrar`}
        value={filter}
        onChange={setFilter}
      />
      {listed.length === 0 && (
        <p>
          <Trans>No hay oficinas en una comuna con ese nombre.</Trans>
        </p>
      )}
      <div>
        {listed.map(district => (
          <Checkbox
            key={district}
            label={district}
            checked={districts.includes(district)}
            onChange={isChosen => toggle(district, isChosen)}
          />
        ))}
      </div>
    </Sheet>
  )
}
