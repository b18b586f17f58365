import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { signInFaults } from '#src/domain/account-draft.ts'
import { contactOf } from '#src/domain/person-draft.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { accountFieldId, CURRENT_PASSWORD_ID, EmailField, PasswordOf } from './account-fields.tsx'
import { AccountFormFrame, type Arrange } from './account-form-frame.tsx'
import { useAccountDraft } from './use-account-draft.ts'
import { useAccountForm } from './use-account-form.ts'
import { useSignIn } from './use-sign-in.ts'

export interface SignInFormProps {
  /** Where the fields and the button stand. */
  children?: Arrange
}

/** E-mail and password. Whoever is let in is here from then on; the screen around it sees that. */
export function SignInForm({ children }: SignInFormProps) {
  const { t } = useLingui()
  const { person, change } = useAccountDraft()
  const [password, setPassword] = useState('')
  const { signIn, isAsked, isProving, failure, forget } = useSignIn()
  const typed = { user: contactOf(person).email, password }
  // Whoever has typed something else since may press again.
  const busy = isAsked(typed)
  const form = useAccountForm({
    faults: signInFaults(person, password),
    refusal: failure,
    busy,
    idOf: field => (field === 'password' ? CURRENT_PASSWORD_ID : accountFieldId(field)),
    onSend: () => signIn(typed),
  })
  return (
    <AccountFormFrame
      form={form}
      summary={t`Falta algo para entrar`}
      busy={busy}
      submitLabel={<Trans>Entrar</Trans>}
      arrange={children}
      failureAction={
        failure?.code === 'holds-the-same' && (
          <Button look="soft" size="tight" onClick={() => signIn({ ...typed, let_go: true })}>
            <Trans>Entrar y quedarme con lo de mi cuenta</Trans>
          </Button>
        )
      }
      progress={
        isProving && (
          <Note role="status">
            <Trans>
              Hubo muchas contraseñas equivocadas en esta red. Comprobamos tu navegador: toma unos segundos.
            </Trans>
          </Note>
        )
      }
    >
      <EmailField value={person.email} error={form.errorOf('email')} onChange={email => change({ email })} />
      <PasswordOf
        which="current"
        value={password}
        error={form.errorOf('password')}
        onChange={value => {
          setPassword(value)
          forget()
        }}
      />
    </AccountFormFrame>
  )
}
