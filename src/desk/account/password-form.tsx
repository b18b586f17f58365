import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { lengthFault } from '#contract/rules/password.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { ActionFault } from '../action-fault.tsx'
import { useDeskTools } from '../desk-tools.ts'
import styles from '../sign-in/sign-in-form.module.css'
import { useTyped } from '../typed-layer.tsx'

/** A password of one's own; wherever else one is signed in, one is no more. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const { api } = useDeskTools()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const change = useMutation<void, Error, void>({
    mutationFn: () => api.changePassword({ current, password }),
    networkMode: 'always',
  })
  // The one before may have been filled in by the browser.
  useTyped(!change.isSuccess && password !== '', () => {
    setCurrent('')
    setPassword('')
  })
  if (change.isSuccess)
    return (
      <div className={styles.fields}>
        <Note tone="ok" role="status">
          <Trans>Tu contraseña cambió. En los demás equipos tendrás que entrar otra vez.</Trans>
        </Note>
        <Button wide onClick={onDone}>
          <Trans>Listo</Trans>
        </Button>
      </div>
    )
  const fault = current === '' || lengthFault(password) !== null
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!fault && !change.isPending) change.mutate()
  }
  return (
    <form onSubmit={send} noValidate className={styles.fields}>
      <ActionFault error={change.error} isPending={change.isPending} />
      <PasswordField
        label={<Trans>Tu contraseña de ahora</Trans>}
        autoComplete="current-password"
        showLabel={t`Ver la contraseña`}
        value={current}
        error={isTried && current === '' && <Trans>Escribe tu contraseña</Trans>}
        onChange={event => setCurrent(event.target.value)}
      />
      <PasswordField
        label={<Trans>La nueva</Trans>}
        hint={<Trans>Al menos 8 caracteres. Una frase tuya sirve.</Trans>}
        autoComplete="new-password"
        showLabel={t`Ver la contraseña`}
        value={password}
        error={
          isTried &&
          lengthFault(password) !== null && <Trans>La contraseña necesita al menos 8 caracteres</Trans>
        }
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" wide busy={change.isPending}>
        <Trans>Cambiar mi contraseña</Trans>
      </Button>
    </form>
  )
}
