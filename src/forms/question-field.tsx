import { useLingui } from '@lingui/react'
import type { Question } from '#contract/rest/forms.ts'
import { longestAnswer } from '#contract/rules/form-answers.ts'
import { formTexts, questionText, worded } from '#src/texts/form-texts.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'

const INPUT_TYPES: Partial<Record<Question['fieldType'], string>> = { tel: 'tel', email: 'email' }
const INPUT_MODES = { number: 'decimal', tel: 'tel', email: 'email' } as Partial<
  Record<Question['fieldType'], 'decimal' | 'tel' | 'email'>
>
/** What the keyboard does by itself, where it would do harm or could help. */
const EXACT = { autoCorrect: 'off', spellCheck: false } as const
const AS_TYPED: Partial<Record<Question['fieldType'], object>> = {
  name: { autoCapitalize: 'words' },
  rut: { ...EXACT, autoCapitalize: 'characters' },
  dni: { ...EXACT, autoCapitalize: 'characters' },
  email: { ...EXACT, autoCapitalize: 'none' },
}
const AUTOCOMPLETE: Partial<Record<Question['fieldType'], string>> = {
  name: 'name',
  tel: 'tel',
  email: 'email',
}

export interface QuestionFieldProps {
  question: Question
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export const questionFieldId = (question: Pick<Question, 'id'>) => `question-${question.id}`

/** One question of an office's form, by its fieldType. The office's own words are shown as they are. */
export function QuestionField({ question, value, error, onChange }: QuestionFieldProps) {
  const { i18n } = useLingui()
  const words = {
    id: questionFieldId(question),
    label: worded(questionText(question), i18n),
    error,
    optional: question.required ? undefined : i18n._(formTexts.optional),
  }
  const { fieldType, options = [] } = question
  if (fieldType === 'checkbox') {
    return <Checkbox {...words} checked={value === 'true'} onChange={checked => onChange(String(checked))} />
  }
  if (fieldType === 'select') {
    return (
      <SelectField
        {...words}
        placeholder="—"
        options={options.map(option => ({ value: option, label: option }))}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    )
  }
  const control = { ...words, value, maxLength: longestAnswer(question) }
  if (fieldType === 'textarea') {
    return <TextArea {...control} onChange={event => onChange(event.target.value)} />
  }
  return (
    <TextField
      {...control}
      type={INPUT_TYPES[fieldType] ?? 'text'}
      inputMode={INPUT_MODES[fieldType]}
      {...AS_TYPED[fieldType]}
      autoComplete={AUTOCOMPLETE[fieldType] ?? 'off'}
      onChange={event => onChange(event.target.value)}
    />
  )
}
