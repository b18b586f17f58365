import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Policy } from '#contract/rest/policies.ts'
import { PolicyCheck } from '#src/screens/policy/policy-check.tsx'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { type PersonDraft, type PersonField, personFaults } from '#src/domain/person-draft.ts'
import type { AccountRefusal } from '#src/texts/account-texts.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { PersonFields, personFieldId } from './person-fields.tsx'
import { personTexts } from './person-texts.ts'
import { useRefusedFields } from './use-refused-fields.ts'
import styles from './identify-form.module.css'

export interface IdentifyFormProps {
  person: PersonDraft
  onChange: (person: PersonDraft) => void
  onSubmit: () => void
  /** The computer is proving that a person is there, or the server is being asked. */
  progress: 'idle' | 'checking' | 'sending'
  /** What went wrong at the server. */
  failure: AccountRefusal | null
  /** What is accepted here. */
  policy: Policy | undefined
  /** Says what comes of pressing: "Sigue", "Saca tu número". */
  submitLabel: string
}

/**
 * The few things by which an office knows a temporary user. Faults are named at the field and in a summary.
 */
export function IdentifyForm(props: IdentifyFormProps) {
  const { person, onChange, onSubmit, progress, failure, policy, submitLabel } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [attempt, setAttempt] = useState(0)
  const refused = useRefusedFields(failure, person)
  const faults = new Set([...(attempt > 0 ? personFaults(person) : []), ...refused.standing])
  const textOf = (field: PersonField) => i18n._(personTexts[field])
  const errorOf = (field: PersonField) => (faults.has(field) ? textOf(field) : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempt(count => count + 1)
    if (personFaults(person).length === 0 && progress === 'idle') onSubmit()
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <ErrorSummary
        title={t`Revisa estos datos`}
        attempt={attempt}
        refusal={refused.isNamed && failure}
        faults={[...faults].map(field => ({ fieldId: personFieldId(field), message: textOf(field) }))}
      />
      <PersonFields person={person} onChange={onChange} errorOf={errorOf} />
      <PolicyCheck
        id={personFieldId('policy')}
        policy={policy}
        checked={person.acceptsPolicy}
        error={errorOf('policy')}
        onChange={acceptsPolicy => onChange({ ...person, acceptsPolicy })}
      />
      {/* Beside the press that it answers: at the top of a long form nobody would see it. */}
      {failure && !refused.isNamed && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
      <Button type="submit" wide size="tall" busy={progress !== 'idle'}>
        {progress === 'checking' ? <Trans>Comprobando que eres una persona…</Trans> : submitLabel}
      </Button>
    </form>
  )
}
