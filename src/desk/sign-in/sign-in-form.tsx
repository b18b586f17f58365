import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { doorErrorText } from '#src/texts/door-error-texts.ts'
import { ErrorSummary, type FieldFault } from '#src/ui/form/error-summary.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { useSignIn } from './use-sign-in.ts'
import styles from './sign-in-form.module.css'

export interface SignInFormProps {
  /** Where typing begins. */
  userRef?: RefObject<HTMLInputElement | null>
  /** Where the fields and the button stand. */
  children: (fields: ReactNode, button: ReactNode) => ReactNode
}

/** User and password; the session begins when the server agrees. */
export function SignInForm({ userRef, children }: SignInFormProps) {
  const { t, i18n } = useLingui()
  const { signIn, doing, isAsked, refusal } = useSignIn()
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [attempt, setAttempt] = useState(0)
  const id = useId()

  const faults: FieldFault[] = []
  if (user.trim() === '') faults.push({ fieldId: `${id}-user`, message: t`Escribe tu usuario` })
  if (password === '') faults.push({ fieldId: `${id}-password`, message: t`Escribe tu contraseña` })
  // Named only once it was tried: nobody is told of a fault while still writing.
  const shown = attempt > 0 ? faults : []
  const faultOf = (field: string) => shown.find(fault => fault.fieldId === `${id}-${field}`)?.message

  const send = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (faults.length === 0) void signIn({ user, password })
  }
  const fields = (
    <div className={styles.fields}>
      <ErrorSummary title={t`Falta algo para entrar`} faults={shown} attempt={attempt} />
      {refusal !== null && (
        <Note tone="loss" role="alert">
          {i18n._(doorErrorText(refusal))}
        </Note>
      )}
      {doing === 'proving' && (
        <Note role="status">
          <Trans>
            Hubo muchas contraseñas equivocadas en esta red. Comprobamos tu navegador: toma unos segundos.
          </Trans>
        </Note>
      )}
      <TextField
        ref={userRef}
        id={`${id}-user`}
        name="user"
        label={<Trans>Usuario</Trans>}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={user}
        error={faultOf('user')}
        onChange={event => setUser(event.target.value)}
      />
      <TextField
        id={`${id}-password`}
        name="password"
        type="password"
        label={<Trans>Contraseña</Trans>}
        autoComplete="current-password"
        value={password}
        error={faultOf('password')}
        onChange={event => setPassword(event.target.value)}
      />
    </div>
  )
  const button = (
    // Whoever has typed something else since may press again.
    <Button type="submit" size="tall" wide busy={isAsked({ user, password })}>
      <Trans>Entrar</Trans>
    </Button>
  )
  return (
    <form onSubmit={send} noValidate>
      {children(fields, button)}
    </form>
  )
}
