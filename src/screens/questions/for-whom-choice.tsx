import { useLingui } from '@lingui/react/macro'
import type { ForWhom } from '#src/domain/for-whom.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'

export interface ForWhomChoiceProps {
  value: ForWhom | null
  onChange: (forWhom: ForWhom) => void
}

/** Before a form that asks for a document: the one who fills it in may come for their mother. */
export function ForWhomChoice({ value, onChange }: ForWhomChoiceProps) {
  const { t } = useLingui()
  return (
    <RadioGroup
      legend={t`¿Para ti o para otra persona?`}
      look="segments"
      value={value ?? undefined}
      onChange={onChange}
      options={[
        { value: 'me', label: t`Para mí` },
        { value: 'other', label: t`Para otra persona` },
      ]}
    />
  )
}
