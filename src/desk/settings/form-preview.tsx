import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Question } from '#contract/rest/forms.ts'
import { answerTo, faultsOf } from '#contract/rules/form-answers.ts'
import { QuestionField } from '#src/forms/question-field.tsx'
import { faultText as answerFaultText, worded } from '#src/texts/form-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import type { EditedQuestion } from './edited-office.ts'
import styles from './form-part.module.css'

/** Null where there is none, as the customers' form has it. */
const orNull = (text: string) => (text === '' ? null : text)

/** Half a pattern is not yet valid; the customers' form would stumble over it. */
function patternOf({ validCharacter }: EditedQuestion): string | null {
  try {
    new RegExp(validCharacter, 'u')
    return orNull(validCharacter)
  } catch {
    return null
  }
}

const asCustomersSee = (question: EditedQuestion): Question => ({
  ...question,
  options: [...question.options],
  validCharacter: patternOf(question),
  validMessage: orNull(question.validMessage),
  officeId: 0,
})

/** The form as its customer sees it, to be tried: nothing of what is typed here is kept. */
export function FormPreview({ questions }: { questions: readonly EditedQuestion[] }) {
  const { i18n } = useLingui()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const asked = questions
    .filter(({ active, question }) => active && question.trim() !== '')
    .map(asCustomersSee)
  const faults = isTried ? faultsOf(asked, answers) : []
  return (
    <Section title={<Trans>Así la ve la gente</Trans>}>
      <div className={styles.preview}>
        {asked.length === 0 ? (
          <p>
            <Trans>No se pregunta nada.</Trans>
          </p>
        ) : (
          <>
            {asked.map(question => {
              const fault = faults.find(({ id }) => id === question.id)
              return (
                <QuestionField
                  key={question.id}
                  question={question}
                  value={answerTo(answers, question.id) ?? ''}
                  error={fault && worded(answerFaultText(fault, question), i18n)}
                  onChange={value => setAnswers(before => ({ ...before, [question.id]: value }))}
                />
              )
            })}
            <Button look="quiet" wide onClick={() => setTried(true)}>
              <Trans>Probar las respuestas</Trans>
            </Button>
            {isTried && (
              <p role="status">
                {faults.length === 0 ? <Trans>Así sirve.</Trans> : <Trans>Así no sirve todavía.</Trans>}
              </p>
            )}
          </>
        )}
      </div>
    </Section>
  )
}
