import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { EMAIL_MAX, PASSWORD_MAX, PERSON_NAME_MAX } from '#contract/limits.ts'
import { plainEmail } from '#contract/rules/email.ts'
import type { AttemptInHand } from '#src/flows/session/claim-attempt.ts'
import type { Failure } from '#src/flows/outcome.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './introduction.module.css'
import { EmailInput, NameInput } from './person-inputs.tsx'

/** The provider named somebody, and one thing more is needed of them. */
export type AnswerableRefusal = Failure & { attempt?: AttemptInHand; fields?: readonly { path: string }[] }

const ANSWERABLE = new Set(['account-to-link', 'person-incomplete', 'holds-the-same', 'wrong-credentials'])

export const isAnswerable = (refusal: AnswerableRefusal): boolean =>
  refusal.attempt !== undefined && ANSWERABLE.has(refusal.code)

export interface AttemptFormProps {
  refusal: AnswerableRefusal
  onDone: () => void
  onCancel: () => void
}

/**
 * What the provider did not say: the password of the account that has this e-mail, once; an e-mail, a name.
 * It says what is missing, and nothing of what is known.
 */
export function AttemptForm({ refusal: first, onDone, onCancel }: AttemptFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { id = '' } = first.attempt ?? {}
  const { run, busy, outcome, failure } = useErrand('claimAttempt', id)
  const [typed, setTyped] = useState({ email: '', name: '', password: '' })
  const isDone = outcome?.status === 'done'
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])
  const refusal: AnswerableRefusal = failure ?? first
  const asks = (field: string) => (refusal.fields ?? []).some(({ path }) => path === `user.${field}`)
  // Once it was asked for, it stays: what was typed into one is needed with the other.
  const [asked, setAsked] = useState<readonly string[]>([])
  const shown = ['name', 'email', 'password'].filter(field => asks(field) || asked.includes(field))
  const change = (patch: Partial<typeof typed>) => setTyped(before => ({ ...before, ...patch }))
  function send(event: FormEvent | null, let_go?: true) {
    event?.preventDefault()
    if (busy || !first.attempt) return
    setAsked(shown)
    const answer = Object.fromEntries(
      Object.entries(typed).filter(([field, text]) => shown.includes(field) && text !== ''),
    )
    const email = answer.email && { email: plainEmail(answer.email) }
    void run(first.attempt, { ...answer, ...email, ...(let_go && { let_go }) })
  }
  return (
    <form noValidate className={styles.form} onSubmit={event => send(event)} aria-label={t`Para terminar`}>
      <Note tone={failure ? 'loss' : 'plain'} role="alert">
        {accountRefusalText(refusal, i18n)}
      </Note>
      {shown.includes('name') && (
        <NameInput
          id="provider-name"
          maxLength={PERSON_NAME_MAX}
          value={typed.name}
          onChange={name => change({ name })}
        />
      )}
      {shown.includes('email') && (
        <EmailInput
          id="provider-email"
          maxLength={EMAIL_MAX}
          enterKeyHint="done"
          value={typed.email}
          onChange={email => change({ email })}
        />
      )}
      {shown.includes('password') && (
        <PasswordField
          id="provider-password"
          label={t`Contraseña`}
          autoComplete="current-password"
          enterKeyHint="done"
          maxLength={PASSWORD_MAX}
          showLabel={t`Mostrar la contraseña`}
          value={typed.password}
          onChange={event => change({ password: event.target.value })}
        />
      )}
      <ButtonRow>
        {refusal.code === 'holds-the-same' ? (
          <Button busy={busy} onClick={() => send(null, true)}>
            <Trans>Entrar y quedarme con lo de mi cuenta</Trans>
          </Button>
        ) : (
          <Button type="submit" busy={busy}>
            <Trans>Entrar</Trans>
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          <Trans>Cancelar</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}
