import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { arriveAt, useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { EmptyState, FailedState } from '#src/ui/state/standstill.tsx'
import { DeadLink } from './dead-link.tsx'
import { useLinkToken } from './use-link-token.ts'

/**
 * Where the link of an e-mail leads. It asks first: whoever looks at links before their reader does, and a
 * reader who knows of no account, would confirm what somebody else set up.
 */
function ConfirmScreen() {
  const { i18n } = useLingui()
  const back = useBack('/profile')
  const heading = useHeadingFocus()
  const token = useLinkToken()
  const { run, busy, outcome, failure } = useErrand('confirmEmail', token ?? '')
  // What was pressed is gone, and the focus with it.
  useEffect(() => {
    if (outcome) arriveAt(heading.current)
  }, [outcome, heading])
  const isDead = token === null || failure?.code === 'link-invalid'
  return (
    <>
      <ScreenHeader title={<Trans>Confirma tu correo</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {outcome?.status === 'done' ? (
          <div role="status">
            <EmptyState
              icon="check"
              title={<Trans>Tu correo está confirmado</Trans>}
              action={
                <Button href="/profile">
                  <Trans>Ver mi perfil</Trans>
                </Button>
              }
            >
              <Trans>Si olvidas tu contraseña, ahí te llega el enlace para elegir otra.</Trans>
            </EmptyState>
          </div>
        ) : isDead ? (
          <DeadLink refusal={failure && accountRefusalText(failure, i18n)} href="/profile/account" />
        ) : failure ? (
          <FailedState
            title={accountRefusalText(failure, i18n)}
            action={
              <Button onClick={() => void run(token)}>
                <Trans>Intentar de nuevo</Trans>
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon="mail"
            title={<Trans>¿Es este el correo de una cuenta tuya?</Trans>}
            action={
              <Button busy={busy} onClick={() => void run(token)}>
                <Trans>Sí, es mi correo</Trans>
              </Button>
            }
          >
            <p>
              <Trans>
                Con esto queda confirmado: si olvidas tu contraseña, ahí te llega el enlace para elegir otra.
              </Trans>
            </p>
            <p>
              <Trans>
                Si no lo es, no lo confirmes. Con «¿Olvidaste tu contraseña?», al iniciar sesión, la cuenta
                queda solo para ti.
              </Trans>
            </p>
          </EmptyState>
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(ConfirmScreen)
