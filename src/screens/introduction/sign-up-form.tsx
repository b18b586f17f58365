import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { signUpFaults } from '#src/domain/account-draft.ts'
import { contactOf } from '#src/domain/person-draft.ts'
import { PolicyCheck } from '#src/screens/policy/policy-check.tsx'
import { usePolicy } from '#src/screens/policy/use-policy.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { isSettled, useSession } from '#src/stores/session-store.ts'
import { accountFieldId, EmailField, NameField, PasswordOf } from './account-fields.tsx'
import { AccountFormFrame, type Arrange } from './account-form-frame.tsx'
import { useAccountDraft } from './use-account-draft.ts'
import { useAccountForm } from './use-account-form.ts'

export interface SignUpFormProps {
  /** Whose policy is accepted with it; null where no office is in sight. */
  officeId: number | null
  /** To whoever has an account already: signing in, with the e-mail that was typed. */
  signInInstead: ReactNode
  /** Where the fields and the button stand. */
  children?: Arrange
}

/** An account: a name, an e-mail and a password. Of a temporary user name and e-mail are known. */
export function SignUpForm({ officeId, signInInstead, children }: SignUpFormProps) {
  const { t } = useLingui()
  const { person, change } = useAccountDraft()
  const [password, setPassword] = useState('')
  const [isProving, setProving] = useState(false)
  // Of the policy that is shown here, and of no other office's.
  const [acceptsPolicy, setAccepts] = useState(false)
  // Whoever is here already is asked for less.
  const isPending = useSession(state => !isSettled(state))
  const isTemporary = useSession(({ status }) => status === 'temporary')
  const { policy, isToAccept } = usePolicy(officeId)
  const isAsked = !isTemporary || isToAccept
  const { run, busy, failure, forget } = useErrand('signUp')
  const { name, email } = contactOf(person)
  const form = useAccountForm({
    faults: signUpFaults({ ...person, acceptsPolicy }, password, isAsked),
    refusal: failure,
    busy,
    isPending,
    idOf: accountFieldId,
    onSend: () =>
      void run(
        { user: email, password, name },
        {
          ...((isAsked || acceptsPolicy) && { accepts: policy ?? { officeId } }),
          onProving: () => setProving(true),
        },
      ).finally(() => setProving(false)),
  })
  return (
    <AccountFormFrame
      form={form}
      summary={t`Revisa estos datos`}
      busy={busy || form.isHeld}
      submitLabel={
        isProving ? <Trans>Comprobando que eres una persona…</Trans> : <Trans>Crear mi cuenta</Trans>
      }
      arrange={children}
    >
      {failure?.code === 'account-exists' && signInInstead}
      <NameField
        value={person.name}
        error={form.errorOf('name')}
        onChange={typed => change({ name: typed })}
      />
      <EmailField
        value={person.email}
        error={form.errorOf('email')}
        onChange={typed => {
          change({ email: typed })
          forget()
        }}
      />
      <PasswordOf
        which="new"
        value={password}
        error={form.errorOf('password')}
        onChange={typed => {
          setPassword(typed)
          forget()
        }}
      />
      {isAsked && (
        <PolicyCheck
          id={accountFieldId('policy')}
          policy={policy}
          checked={acceptsPolicy}
          error={form.errorOf('policy')}
          makesAccount
          onChange={setAccepts}
        />
      )}
    </AccountFormFrame>
  )
}
