import { useLingui } from '@lingui/react/macro'
import { EMAIL_MAX, PASSWORD_MAX, PERSON_NAME_MAX } from '#contract/limits.ts'
import type { AccountField } from '#src/domain/account-draft.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { EmailInput, NameInput } from './person-inputs.tsx'

export const accountFieldId = (field: AccountField) => `account-${field}`

interface FieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export const NameField = (props: FieldProps) => (
  <NameInput id={accountFieldId('name')} maxLength={PERSON_NAME_MAX} {...props} />
)

export const EmailField = ({
  enterKeyHint = 'next',
  ...props
}: FieldProps & { enterKeyHint?: 'next' | 'send' }) => (
  <EmailInput
    id={accountFieldId('email')}
    as="username"
    maxLength={EMAIL_MAX}
    enterKeyHint={enterKeyHint}
    {...props}
  />
)

export function PasswordOf({
  which,
  label,
  value,
  error,
  onChange,
}: FieldProps & { which: 'current' | 'new'; label?: string }) {
  const { t } = useLingui()
  const isNew = which === 'new'
  return (
    <PasswordField
      id={isNew ? accountFieldId('password') : CURRENT_PASSWORD_ID}
      label={label ?? t`Contraseña`}
      hint={isNew ? t`Al menos 8 caracteres. Una frase corta es fácil de recordar.` : undefined}
      name={isNew ? 'new-password' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      enterKeyHint="done"
      maxLength={PASSWORD_MAX}
      showLabel={t`Mostrar la contraseña`}
      value={value}
      error={error}
      onChange={event => onChange(event.target.value)}
    />
  )
}

export const CURRENT_PASSWORD_ID = 'account-current'
