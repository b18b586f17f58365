import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { signInFaults } from '#src/domain/account-draft.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './account.module.css'
import { accountFieldId, CURRENT_PASSWORD_ID, EmailField, PasswordOf } from './account-fields.tsx'
import { useAccountDraft } from './use-account-draft.ts'
import { useAccountForm } from './use-account-form.ts'

export interface SignInFormProps {
  /** Where the fields and the button stand. */
  children?: (fields: ReactNode, button: ReactNode) => ReactNode
}

/** E-mail and password. Whoever is let in is here from then on; the screen around it sees that. */
export function SignInForm({ children }: SignInFormProps) {
  const { t } = useLingui()
  const { person, change } = useAccountDraft()
  const [password, setPassword] = useState('')
  const [isProving, setProving] = useState(false)
  const { run, busy, failure, forget } = useErrand('signIn')
  const form = useAccountForm({
    faults: signInFaults(person, password),
    refusal: failure,
    busy,
    idOf: field => (field === 'password' ? CURRENT_PASSWORD_ID : accountFieldId(field)),
    onSend: () => enter(),
  })
  /** @param let_go what the account holds as well is given up */
  function enter(let_go?: true) {
    const credentials = { user: person.email.trim(), password, ...(let_go && { let_go }) }
    void run(credentials, { onProving: () => setProving(true) }).finally(() => setProving(false))
  }
  const fields = (
    <div className={styles.form}>
      <ErrorSummary title={t`Falta algo para entrar`} faults={form.shown} attempt={form.attempt} />
      <EmailField value={person.email} error={form.errorOf('email')} onChange={email => change({ email })} />
      <PasswordOf
        which="current"
        value={password}
        error={form.errorOf('password')}
        onChange={typed => {
          setPassword(typed)
          forget()
        }}
      />
      {/* Beside the press that it answers. */}
      {form.failure && (
        <Note
          tone="loss"
          role="alert"
          action={
            failure?.code === 'holds-the-same' && (
              <Button look="soft" size="tight" onClick={() => enter(true)}>
                <Trans>Entrar y quedarme con lo de mi cuenta</Trans>
              </Button>
            )
          }
        >
          {form.failure}
        </Note>
      )}
      {isProving && (
        <Note role="status">
          <Trans>
            Hubo muchas contraseñas equivocadas en esta red. Comprobamos tu navegador: toma unos segundos.
          </Trans>
        </Note>
      )}
    </div>
  )
  const button = (
    <Button type="submit" wide size="tall" busy={busy}>
      <Trans>Entrar</Trans>
    </Button>
  )
  return (
    <form noValidate onSubmit={form.send} className={styles.form}>
      {children ? (
        children(fields, button)
      ) : (
        <>
          {fields}
          {button}
        </>
      )}
    </form>
  )
}
