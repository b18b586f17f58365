import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { SelectField, type SelectOption } from '#src/ui/form/select-field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { lengthMax, numberBounds } from './bounds.ts'
import { choiceTexts } from './choice-texts.ts'
import { faultText } from './fault-text.ts'
import { fieldText } from './field-text.ts'
import type { Place } from './place.ts'
import { useSetting } from './use-settings.ts'

interface FieldAt {
  at: Place
  /** Where the usual words of the key do not do. */
  label?: ReactNode
  hint?: ReactNode
  optional?: ReactNode
}

/** A value with its words: what a fault of the checker says stands at its field. */
function useField<Value>({ at, label, hint, optional }: FieldAt) {
  const { i18n } = useLingui()
  const { id, value, fault, set } = useSetting<Value>(at)
  const error = fault && faultText(fault, i18n)
  return { value, set, words: { id, label: label ?? fieldText(at, i18n), hint, optional, error } }
}

export function TextAt({
  long = false,
  onSet,
  ...at
}: FieldAt & { long?: boolean; onSet?: (value: string) => void }) {
  const { value, set, words } = useField<string>(at)
  const control = {
    ...words,
    value,
    maxLength: lengthMax(at.at),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => (onSet ?? set)(event.target.value),
  }
  return long ? <TextArea {...control} /> : <TextField {...control} />
}

/** A whole number; emptied, it is null until another one is typed. */
export function NumberAt(at: FieldAt) {
  const { value, set, words } = useField<number | null>(at)
  return (
    <TextField
      {...words}
      {...numberBounds(at.at)}
      type="number"
      inputMode="numeric"
      step={1}
      value={value ?? ''}
      onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
    />
  )
}

export function CheckAt(at: FieldAt) {
  const { value, set, words } = useField<boolean>(at)
  return <Checkbox {...words} checked={value} onChange={set} />
}

export interface SelectAtProps extends FieldAt {
  options: readonly SelectOption[]
  /** The first line, which chooses nothing. */
  none?: string
  /** In place of the text itself, where nothing chosen is no text. */
  onSet?: (value: string) => void
}

export function SelectAt({ options, none, onSet, ...at }: SelectAtProps) {
  const { value, set, words } = useField<string | null>(at)
  return (
    <SelectField
      {...words}
      options={options}
      {...(none !== undefined && { placeholder: none })}
      value={value ?? ''}
      onChange={({ target }) => (onSet ?? set)(target.value)}
    />
  )
}

/** One of the choices of the entry's key. */
export function ChoiceAt({ of, ...at }: FieldAt & { of: 'document' | 'closing' | 'type' }) {
  const { i18n } = useLingui()
  const { value, set, words } = useField<string>(at)
  return (
    <RadioGroup
      id={words.id}
      legend={words.label}
      hint={words.hint}
      error={words.error}
      options={Object.entries(choiceTexts[of]).map(([choice, { label, ...more }]) => ({
        value: choice,
        label: i18n._(label),
        ...('hint' in more && { hint: i18n._(more.hint) }),
      }))}
      value={value}
      onChange={set}
    />
  )
}
