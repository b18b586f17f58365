import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FORM_LIMITS, IDENTITY_LENGTH_MAX } from '#contract/limits.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import type { PersonDraft, PersonField } from '#src/domain/person-draft.ts'
import { EmailInput, NameInput } from './person-inputs.tsx'

export const personFieldId = (field: PersonField) => `person-${field}`

export interface PersonFieldsProps {
  person: PersonDraft
  onChange: (person: PersonDraft) => void
  errorOf: (field: PersonField) => string | undefined
  /** In the place of the document, where it is known and stays. */
  document?: ReactNode
}

/**
 * By what an office knows a temporary user: name, document, phone and e-mail, with the keyboard that each one
 * wants.
 */
export function PersonFields({ person, onChange, errorOf, document }: PersonFieldsProps) {
  const { t } = useLingui()
  const set = (change: Partial<PersonDraft>) => onChange({ ...person, ...change })
  return (
    <>
      <NameInput
        id={personFieldId('name')}
        maxLength={FORM_LIMITS.name}
        value={person.name}
        error={errorOf('name')}
        onChange={name => set({ name })}
      />
      {document ?? (
        <>
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
            id={personFieldId('identity')}
            label={person.identityType === 'rut' ? t`RUT` : t`DNI`}
            hint={person.identityType === 'rut' ? t`Por ejemplo: 12.345.678-5` : undefined}
            name="identity"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={IDENTITY_LENGTH_MAX}
            value={person.identity}
            error={errorOf('identity')}
            onChange={event => set({ identity: event.target.value })}
          />
        </>
      )}
      <TextField
        id={personFieldId('phone')}
        label={t`Teléfono`}
        type="tel"
        inputMode="tel"
        name="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={FORM_LIMITS.tel}
        value={person.phone}
        error={errorOf('phone')}
        onChange={event => set({ phone: event.target.value })}
      />
      <EmailInput
        id={personFieldId('email')}
        maxLength={FORM_LIMITS.email}
        enterKeyHint="done"
        value={person.email}
        error={errorOf('email')}
        onChange={email => set({ email })}
      />
    </>
  )
}
