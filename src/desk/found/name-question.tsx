import { Trans, useLingui } from '@lingui/react/macro'
import type { CATEGORIES } from '#contract/categories.ts'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import type { QuestionProps } from './question.ts'

/** @param kinds what the office may be */
export function NameQuestion({
  said,
  faultOf,
  onChange,
  kinds,
}: QuestionProps & { kinds: readonly (typeof CATEGORIES)[number][] }) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={<Trans>Nombre</Trans>}
        hint={<Trans>Como la busca la gente: Notaría Providencia</Trans>}
        value={said.name}
        error={faultOf('name')}
        onChange={event => onChange({ name: event.target.value })}
      />
      <SelectField
        label={<Trans>Qué tipo de oficina es</Trans>}
        placeholder={t`Elige uno`}
        options={kinds.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={said.category}
        error={faultOf('category')}
        onChange={event => onChange({ category: event.target.value })}
      />
    </>
  )
}
