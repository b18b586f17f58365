import { useLingui } from '@lingui/react/macro'
import type { PreferenceQuestion } from '#contract/rest/preference.ts'
import { PREFERENCE_FORGOTTEN, PREFERENCE_LABEL, PREFERENCE_TEXTS } from '#src/texts/preference-texts.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'

export interface PreferenceChoiceProps {
  law: NonNullable<PreferenceQuestion>
  checked: boolean
  /** The number is being taken: it goes as it was said. */
  disabled: boolean
  onChange: (prefers: boolean) => void
}

/**
 * One quiet question, and a yes is all of the answer: which of the law's groups somebody is of is not asked.
 * @see rule PRIO-01
 */
export function PreferenceChoice({ law, checked, disabled, onChange }: PreferenceChoiceProps) {
  const { i18n } = useLingui()
  return (
    <Checkbox
      label={i18n._(PREFERENCE_LABEL)}
      hint={`${i18n._(PREFERENCE_TEXTS[law])} ${i18n._(PREFERENCE_FORGOTTEN)}`}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
