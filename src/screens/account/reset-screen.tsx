import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { withQueries } from '#src/queries/with-queries.tsx'
import { newPasswordFaults } from '#src/domain/account-draft.ts'
import { accountFieldId, PasswordOf } from '#src/screens/introduction/account-fields.tsx'
import { AccountFormFrame } from '#src/screens/introduction/account-form-frame.tsx'
import { useAccountForm } from '#src/screens/introduction/use-account-form.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useLead } from '#src/screens/shared/use-lead.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { DeadLink } from './dead-link.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of an e-mail leads: a new password, by which one is in at once. */
function ResetScreen() {
  const { t } = useLingui()
  const back = useBack('/sign-in')
  const heading = useHeadingFocus()
  const lead = useLead()
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const { run, busy, outcome, failure, forget } = useErrand('resetPassword', token ?? '')
  const form = useAccountForm({
    faults: newPasswordFaults(password),
    refusal: failure,
    busy,
    idOf: accountFieldId,
    onSend: () => void (token !== null && run({ token, password })),
  })
  const isDone = outcome?.status === 'done'
  useEffect(() => {
    if (isDone) lead('/profile')
  }, [isDone, lead])
  const isDead = token === null || failure?.code === 'link-invalid'
  return (
    <>
      <ScreenHeader title={<Trans>Una contraseña nueva</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {isDead ? (
          <DeadLink refusal={form.failure} href="/password/forgot" />
        ) : (
          <AccountFormFrame
            form={form}
            summary={t`Revisa estos datos`}
            intro={
              <p>
                <Trans>Con ella entras aquí. En tus otros teléfonos se cierra la sesión.</Trans>
              </p>
            }
            busy={busy}
            submitLabel={<Trans>Guardar y entrar</Trans>}
          >
            <PasswordOf
              which="new"
              label={t`Contraseña nueva`}
              value={password}
              error={form.errorOf('password')}
              onChange={typed => {
                setPassword(typed)
                forget()
              }}
            />
          </AccountFormFrame>
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(ResetScreen)
