import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import { signInPatiently } from '#src/flows/session/sign-in-patiently.ts'
import { ErrorSummary, type FieldFault } from '#src/ui/form/error-summary.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import type { Credentials } from '../desk-api.ts'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import { signInPatience } from './sign-in-patience.ts'
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
  const { api, session } = useDeskTools()
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [isProving, setIsProving] = useState(false)
  const id = useId()
  const signIn = useMutation<DeskSession, Error, Credentials>({
    mutationFn: credentials => signInPatiently(api, credentials, () => setIsProving(true)),
    networkMode: 'always',
    ...signInPatience,
    onSuccess: session.begin,
    onSettled: () => setIsProving(false),
  })

  const faults: FieldFault[] = []
  if (user.trim() === '') faults.push({ fieldId: `${id}-user`, message: t`Escribe tu usuario` })
  if (password === '') faults.push({ fieldId: `${id}-password`, message: t`Escribe tu contraseña` })
  // Named only once it was tried: nobody is told of a fault while still writing.
  const shown = attempt > 0 ? faults : []
  const faultOf = (field: string) => shown.find(fault => fault.fieldId === `${id}-${field}`)?.message

  const send = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (faults.length === 0 && !signIn.isPending) signIn.mutate({ user, password })
  }
  const fields = (
    <div className={styles.fields}>
      <ErrorSummary title={t`Falta algo para entrar`} faults={shown} attempt={attempt} />
      {signIn.error && (
        <Note tone="loss" role="alert">
          {i18n._(questionErrorText(signIn.error))}
        </Note>
      )}
      {isProving && (
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
    <Button type="submit" size="tall" wide busy={signIn.isPending}>
      <Trans>Entrar</Trans>
    </Button>
  )
  return (
    <form onSubmit={send} noValidate>
      {children(fields, button)}
    </form>
  )
}
