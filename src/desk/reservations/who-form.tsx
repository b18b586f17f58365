import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { BOOKED_NAME_MAX } from '#contract/desk-limits.ts'
import type { BookableLine } from '#contract/rest/desk-booking.ts'
import type { Answers } from '#contract/rest/forms.ts'
import { answerTo, faultsOf } from '#contract/rules/form-answers.ts'
import { DNI, plainDni } from '#contract/rules/dni.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import { QuestionField, questionFieldId } from '#src/forms/question-field.tsx'
import { faultText, formTexts, questionText, worded } from '#src/texts/form-texts.ts'
import { ErrorSummary, type FieldFault } from '#src/ui/form/error-summary.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import styles from './book-sheet.module.css'

/** For whom it is, as far as it is typed. */
export interface Who {
  name: string
  document: string
  answers: Answers
}

/** As the server takes it: a rut where it is one, any other document else; undefined where it is neither. */
export function documentOf(typed: string): { rut?: string; dni?: string } | undefined {
  const text = plainDni(typed)
  if (text === '') return {}
  if (isValidRut(text)) return { rut: text }
  return DNI.test(text) ? { dni: text } : undefined
}

const NAME_ID = 'booked-name'
const DOCUMENT_ID = 'booked-document'

export interface WhoFormProps {
  line: Pick<BookableLine, 'questions' | 'document_needed'>
  who: Who
  onChange: (who: Who) => void
  onSubmit: () => void
  busy: boolean
  /** Why the last press did nothing. */
  refusal: ReactNode
}

/** The last question: the name by which they are called, and what the line's form asks beside it. */
export function WhoForm({ line, who, onChange, onSubmit, busy, refusal }: WhoFormProps) {
  const { i18n } = useCatalog()
  const { t } = useLingui()
  const [attempt, setAttempt] = useState(0)
  const { questions, document_needed } = line
  const isNeeded = document_needed && who.document.trim() === ''
  const documentFault = isNeeded
    ? t`La oficina permite una reserva por persona: hace falta su documento`
    : documentOf(who.document)
      ? null
      : i18n._(formTexts.identity)
  const nameFault = who.name.trim() === '' ? t`Escribe su nombre` : null
  const answerFaults = faultsOf(questions, who.answers).flatMap(fault => {
    const question = questions.find(({ id }) => id === fault.id)
    if (!question) return []
    return [{ id: fault.id, question, words: worded(faultText(fault, question), i18n) }]
  })
  const isWhole = !nameFault && !documentFault && answerFaults.length === 0
  const shown = attempt > 0
  const faults: FieldFault[] = [
    ...(nameFault ? [{ fieldId: NAME_ID, message: nameFault }] : []),
    ...(documentFault ? [{ fieldId: DOCUMENT_ID, message: documentFault }] : []),
    ...answerFaults.map(({ id, question, words }) => ({
      fieldId: questionFieldId({ id }),
      message: `${worded(questionText(question), i18n)}: ${words}`,
    })),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (isWhole && !busy) onSubmit()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <ErrorSummary title={t`Revisa estos datos`} attempt={attempt} faults={shown ? faults : []} />
      <TextField
        id={NAME_ID}
        label={<Trans>Nombre</Trans>}
        hint={<Trans>Con él la verás en la lista. En la pantalla de la sala va solo el código.</Trans>}
        error={shown && nameFault}
        maxLength={BOOKED_NAME_MAX}
        autoComplete="off"
        autoCapitalize="words"
        value={who.name}
        onChange={event => onChange({ ...who, name: event.target.value })}
      />
      <TextField
        id={DOCUMENT_ID}
        label={<Trans>RUT u otro documento</Trans>}
        optional={document_needed ? undefined : i18n._(formTexts.optional)}
        error={shown && documentFault}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={who.document}
        onChange={event => onChange({ ...who, document: event.target.value })}
      />
      {questions.map(question => (
        <QuestionField
          key={question.id}
          question={question}
          value={answerTo(who.answers, question.id) ?? ''}
          error={shown ? answerFaults.find(({ id }) => id === question.id)?.words : undefined}
          onChange={value => onChange({ ...who, answers: { ...who.answers, [question.id]: value } })}
        />
      ))}
      <div role="alert">{refusal}</div>
      <Button type="submit" wide size="tall" icon="calendar" busy={busy}>
        <Trans>Reservar</Trans>
      </Button>
    </form>
  )
}
