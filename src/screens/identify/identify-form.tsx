import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { FORM_LIMITS } from '#contract/limits.ts'
import type { Policy } from '#contract/rest/policies.ts'
import { PolicyCheck } from '#src/screens/policy/policy-check.tsx'
import { formTexts } from '#src/texts/form-texts.ts'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { type PersonDraft, type PersonField, personFaults } from './person-draft.ts'
import styles from './identify-form.module.css'

export interface IdentifyFormProps {
  person: PersonDraft
  onChange: (person: PersonDraft) => void
  onSubmit: () => void
  /** The computer is proving that a person is there, or the server is being asked. */
  progress: 'idle' | 'checking' | 'sending'
  /** What went wrong at the server, in words. */
  failure: string | null
  /** What is accepted here. */
  policy: Policy | undefined
  /** Says what comes of pressing: "Sigue", "Saca tu número". */
  submitLabel: string
}

const fieldId = (field: PersonField) => `person-${field}`

/** The few things by which an office knows a temporary user. Faults are named at the field and in a summary. */
export function IdentifyForm(props: IdentifyFormProps) {
  const { person, onChange, onSubmit, progress, failure, policy, submitLabel } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [attempt, setAttempt] = useState(0)
  const faults = attempt > 0 ? personFaults(person) : []
  const texts: Record<PersonField, string> = {
    name: i18n._(formTexts.name),
    identity: i18n._(formTexts.identity),
    phone: i18n._(formTexts.phone),
    email: i18n._(formTexts.email),
    policy: i18n._(formTexts.policyMissing),
  }
  const errorOf = (field: PersonField) => (faults.includes(field) ? texts[field] : undefined)
  const set = (change: Partial<PersonDraft>) => onChange({ ...person, ...change })

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
        faults={faults.map(field => ({ fieldId: fieldId(field), message: texts[field] }))}
      />
      <TextField
        id={fieldId('name')}
        label={t`Nombre`}
        name="name"
        autoComplete="name"
        maxLength={FORM_LIMITS.name}
        value={person.name}
        error={errorOf('name')}
        onChange={event => set({ name: event.target.value })}
      />
      <RadioGroup
        legend={t`Documento`}
        look="segments"
        value={person.identityType}
        onChange={identityType => set({ identityType, identity: '' })}
        options={[
          { value: 'rut', label: 'RUT' },
          { value: 'dni', label: 'DNI' },
        ]}
      />
      <TextField
        id={fieldId('identity')}
        label={person.identityType === 'rut' ? t`RUT` : t`DNI`}
        hint={person.identityType === 'rut' ? t`Por ejemplo: 12.345.678-5` : undefined}
        name="identity"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        value={person.identity}
        error={errorOf('identity')}
        onChange={event => set({ identity: event.target.value })}
      />
      <TextField
        id={fieldId('phone')}
        label={t`Teléfono`}
        type="tel"
        name="tel"
        autoComplete="tel"
        maxLength={FORM_LIMITS.tel}
        value={person.phone}
        error={errorOf('phone')}
        onChange={event => set({ phone: event.target.value })}
      />
      <TextField
        id={fieldId('email')}
        label={t`Correo`}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={FORM_LIMITS.email}
        value={person.email}
        error={errorOf('email')}
        onChange={event => set({ email: event.target.value })}
      />
      <PolicyCheck
        id={fieldId('policy')}
        policy={policy}
        checked={person.acceptsPolicy}
        error={errorOf('policy')}
        onChange={acceptsPolicy => set({ acceptsPolicy })}
      />
      {/* Beside the press that it answers: at the top of a long form nobody would see it. */}
      {failure && (
        <Note tone="loss" role="alert">
          {failure}
        </Note>
      )}
      <Button type="submit" wide size="tall" busy={progress !== 'idle'}>
        {progress === 'checking' ? <Trans>Comprobando que eres una persona…</Trans> : submitLabel}
      </Button>
    </form>
  )
}
