import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Answers, Question } from '#contract/rest/forms.ts'
import { faultsOf } from '#contract/rules/form-answers.ts'
import { faultText } from '#src/texts/form-texts.ts'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { QuestionField, questionFieldId } from './question-field.tsx'
import styles from './take-screen.module.css'

export interface TicketFormProps {
  questions: readonly Question[]
  answers: Answers
  onChange: (answers: Answers) => void
  onSubmit: () => void
  busy: boolean
  submitLabel: string
}

/** The questions that a line asks before it gives a number (TKT-12); inactive ones are not asked (FORM-02). */
export function TicketForm({ questions, answers, onChange, onSubmit, busy, submitLabel }: TicketFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [attempt, setAttempt] = useState(0)
  const faults = attempt > 0 ? faultsOf(questions, answers) : []
  const wordOf = (id: string) => {
    const fault = faults.find(candidate => candidate.id === id)
    if (!fault) return undefined
    const text = faultText(fault)
    return typeof text === 'string' ? text : i18n._(text)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempt(count => count + 1)
    if (faultsOf(questions, answers).length === 0 && !busy) onSubmit()
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <ErrorSummary
        title={t`Revisa estos datos`}
        attempt={attempt}
        faults={faults.map(({ id }) => ({ fieldId: questionFieldId({ id }), message: wordOf(id) ?? '' }))}
      />
      {questions
        .filter(question => question.active)
        .map(question => (
          <QuestionField
            key={question.id}
            question={question}
            value={answers[question.id] ?? ''}
            error={wordOf(question.id)}
            onChange={value => onChange({ ...answers, [question.id]: value })}
          />
        ))}
      <Button type="submit" wide size="tall" busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
