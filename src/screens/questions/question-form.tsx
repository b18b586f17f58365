import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answers, Question } from '#contract/rest/forms.ts'
import type { Policy } from '#contract/rest/policies.ts'
import { PolicyCheck } from '#src/screens/policy/policy-check.tsx'
import { answerTo, faultsOf } from '#contract/rules/form-answers.ts'
import { faultText, formTexts, questionText, worded } from '#src/texts/form-texts.ts'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { QuestionField, questionFieldId } from '#src/forms/question-field.tsx'
import styles from './question-form.module.css'

export interface QuestionFormProps {
  questions: readonly Question[]
  answers: Answers
  onChange: (answers: Answers) => void
  onSubmit: () => void
  busy: boolean
  submitLabel: string
  /** Where they have yet to accept it: 'Acepto la política' is asked as well (FORM-04). */
  policy?: { policy: Policy; accepted: boolean; onChange: (accepted: boolean) => void }
  /** What the server found at fault in what looked right here: the ids of the questions. */
  refused?: readonly string[]
  /** What else is asked before the press. */
  children?: ReactNode
}

const POLICY_ID = 'form-policy'

/**
 * What a line asks before it gives a number (TKT-12) or a time; inactive questions are not asked (FORM-02).
 */
export function QuestionForm(props: QuestionFormProps) {
  const { questions, answers, onChange, onSubmit, busy, submitLabel, policy, refused = [], children } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [attempt, setAttempt] = useState(0)
  const faults = attempt > 0 ? faultsOf(questions, answers) : []
  const wordOf = (question: Question) => {
    const fault = faults.find(candidate => candidate.id === question.id)
    if (!fault) return refused.includes(question.id) ? i18n._(formTexts.missing) : undefined
    return worded(faultText(fault, question), i18n)
  }
  const labelOf = (question: Question) => worded(questionText(question), i18n)
  const lacksPolicy = policy !== undefined && !policy.accepted
  const policyError = attempt > 0 && lacksPolicy ? i18n._(formTexts.policyMissing) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempt(count => count + 1)
    if (faultsOf(questions, answers).length === 0 && !lacksPolicy && !busy) onSubmit()
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <ErrorSummary
        title={t`Revisa estos datos`}
        attempt={attempt}
        faults={[
          ...questions
            .filter(({ id }) => faults.some(fault => fault.id === id))
            .map(question => ({
              fieldId: questionFieldId(question),
              // Six times the same sentence would say of which field nothing.
              message: `${labelOf(question)}: ${wordOf(question) ?? ''}`,
            })),
          ...(policyError ? [{ fieldId: POLICY_ID, message: policyError }] : []),
        ]}
      />
      {questions
        .filter(question => question.active)
        .map(question => (
          <QuestionField
            key={question.id}
            question={question}
            value={answerTo(answers, question.id) ?? ''}
            error={wordOf(question)}
            onChange={value => onChange({ ...answers, [question.id]: value })}
          />
        ))}
      {policy && (
        <PolicyCheck
          id={POLICY_ID}
          policy={policy.policy}
          checked={policy.accepted}
          error={policyError}
          onChange={policy.onChange}
        />
      )}
      {children}
      <Button type="submit" wide size="tall" busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
