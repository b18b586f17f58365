import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { FIELD_TYPES } from '#contract/rest/forms.ts'
import { browserRandom } from '#src/platform/random.ts'
import { Icon } from '#src/ui/icon.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { choiceTexts } from './choice-texts.ts'
import { editedQuestion, type EditedQuestion } from './edited-office.ts'
import { faultText } from './fault-text.ts'
import { fieldText } from './field-text.ts'
import { CheckAt, NumberAt, SelectAt, TextAt } from './fields.tsx'
import { FormPreview } from './form-preview.tsx'
import styles from './form-part.module.css'
import type { Place } from './place.ts'
import { isWithin } from './place.ts'
import { useSetting, useSettings } from './use-settings.ts'

/** The questions of a form, and beside them the form as its customer sees it. */
export function FormPart({ at }: { at: Place }) {
  const { value: questions, set } = useSetting<readonly EditedQuestion[]>(at)
  const [open, setOpen] = useState<string | null>(null)
  const add = () => {
    // By chance, not by number: answers go by the id, and those to a removed one would stand here.
    const id = `pregunta-${browserRandom.uuid().slice(0, 8)}`
    set([...questions, v.parse(editedQuestion, { id, fieldType: 'text', question: '' })])
    setOpen(id)
  }
  return (
    <div className={styles.panes}>
      <div className={styles.questions}>
        {questions.length > 0 && (
          <ol className={styles.list}>
            {questions.map((question, nth) => (
              <li key={question.id} className={styles.item}>
                <QuestionEditor
                  at={`${at}[${nth}]`}
                  question={question}
                  isOpen={open === question.id}
                  onOpen={isOpen => setOpen(isOpen ? question.id : null)}
                  onUp={
                    nth === 0
                      ? undefined
                      : () => set(questions.toSpliced(nth, 1).toSpliced(nth - 1, 0, question))
                  }
                  onRemove={() => set(questions.toSpliced(nth, 1))}
                />
              </li>
            ))}
          </ol>
        )}
        <Button look="soft" icon="plus" wide onClick={add}>
          <Trans>Agregar una pregunta</Trans>
        </Button>
      </div>
      <FormPreview questions={questions} />
    </div>
  )
}

interface QuestionEditorProps {
  at: Place
  question: EditedQuestion
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onUp: (() => void) | undefined
  onRemove: () => void
}

function QuestionEditor({ at, question, isOpen, onOpen, onUp, onRemove }: QuestionEditorProps) {
  const { t, i18n } = useLingui()
  const isFaulty = useSettings(({ faults }) => faults.some(fault => isWithin(fault.at, at)))
  const name = question.question || t`Pregunta nueva`
  return (
    <details
      open={isOpen || isFaulty}
      onToggle={({ currentTarget }) =>
        currentTarget.open !== (isOpen || isFaulty) && onOpen(currentTarget.open)
      }
    >
      <summary className={styles.summary}>
        <span className={styles.name}>{name}</span>
        <span className={styles.kind}>{i18n._(choiceTexts.fieldType[question.fieldType].label)}</span>
        <Icon name="chevron" size="s" />
      </summary>
      <div className={styles.fields}>
        <TextAt at={`${at}.question`} />
        <SelectAt
          at={`${at}.fieldType`}
          options={FIELD_TYPES.map(type => ({
            value: type,
            label: i18n._(choiceTexts.fieldType[type].label),
          }))}
        />
        {question.fieldType === 'select' && <OptionsAt at={`${at}.options`} />}
        <div>
          <CheckAt at={`${at}.required`} />
          <CheckAt at={`${at}.active`} hint={<Trans>Si no, se guarda y no se pregunta.</Trans>} />
        </div>
        <details className={styles.more}>
          <summary>
            <Trans>Qué respuestas sirven</Trans>
          </summary>
          <div className={styles.fields}>
            <NumberAt at={`${at}.limit`} optional={t`(Opcional)`} hint={<Trans>En letras.</Trans>} />
            <TextAt
              at={`${at}.validCharacter`}
              optional={t`(Opcional)`}
              hint={<Trans>Una expresión regular que toda la respuesta debe cumplir: \d{'{6}'}</Trans>}
            />
            <TextAt at={`${at}.validMessage`} optional={t`(Opcional)`} />
          </div>
        </details>
        <div className={styles.acts}>
          {onUp && <IconButton icon="up" label={t`Subir: ${name}`} onClick={onUp} />}
          <Button look="danger" size="tight" onClick={onRemove}>
            <Trans>Quitar la pregunta</Trans>
          </Button>
        </div>
      </div>
    </details>
  )
}

/** One a line, as lists are typed. */
function OptionsAt({ at }: { at: Place }) {
  const { i18n } = useLingui()
  const { id, value, fault, set } = useSetting<readonly string[]>(at)
  const [typed, setTyped] = useState(() => value.join('\n'))
  const optionsOf = (text: string) =>
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '')
  return (
    <TextArea
      id={id}
      label={fieldText(at, i18n)}
      hint={<Trans>Una en cada línea.</Trans>}
      value={optionsOf(typed).join('\n') === value.join('\n') ? typed : value.join('\n')}
      error={fault && faultText(fault, i18n)}
      onChange={({ target }) => {
        setTyped(target.value)
        set(optionsOf(target.value))
      }}
    />
  )
}
