import { useLingui } from '@lingui/react/macro'
import { EMAIL_MAX, PASSWORD_MAX, PERSON_NAME_MAX } from '#contract/limits.ts'
import type { AccountField } from '#src/domain/account-draft.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'

export const accountFieldId = (field: AccountField) => `account-${field}`

interface FieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export function NameField({ value, error, onChange }: FieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      id={accountFieldId('name')}
      label={t`Nombre`}
      name="name"
      autoComplete="name"
      autoCapitalize="words"
      enterKeyHint="next"
      maxLength={PERSON_NAME_MAX}
      value={value}
      error={error}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** By which one signs in: a password manager keeps it as the name of the account. */
export function EmailField({
  value,
  error,
  onChange,
  enterKeyHint = 'next',
}: FieldProps & { enterKeyHint?: 'next' | 'send' }) {
  const { t } = useLingui()
  return (
    <TextField
      id={accountFieldId('email')}
      label={t`Correo`}
      type="email"
      inputMode="email"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint={enterKeyHint}
      maxLength={EMAIL_MAX}
      value={value}
      error={error}
      onChange={event => onChange(event.target.value)}
    />
  )
}

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
