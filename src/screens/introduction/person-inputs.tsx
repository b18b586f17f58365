import { useLingui } from '@lingui/react/macro'
import { plainEmail } from '#contract/rules/email.ts'
import { TextField } from '#src/ui/form/text-field.tsx'

interface PersonInputProps {
  id: string
  maxLength: number
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

export function NameInput({ onChange, ...input }: PersonInputProps) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Nombre`}
      name="name"
      autoComplete="name"
      autoCapitalize="words"
      enterKeyHint="next"
      onChange={event => onChange(event.target.value)}
      {...input}
    />
  )
}

/** @param as `username` where one signs in by it: a password manager keeps it as the name of the account */
export function EmailInput({
  as = 'email',
  value,
  error,
  onChange,
  ...input
}: PersonInputProps & { as?: 'email' | 'username'; enterKeyHint: 'next' | 'send' | 'done' }) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Correo`}
      // §5's sentence names no reason, and nothing looks wrong about «peña@».
      hint={error && /[^ -~]/.test(plainEmail(value)) && t`Los correos van sin tildes y sin ñ.`}
      value={value}
      error={error}
      type="email"
      inputMode="email"
      name={as}
      autoComplete={as}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={event => onChange(event.target.value)}
      {...input}
    />
  )
}
