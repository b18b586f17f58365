import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState, FailedState } from '#src/ui/state/standstill.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of an e-mail leads: it says by itself that the address is its reader's. */
function ConfirmScreen() {
  const { i18n } = useLingui()
  const back = useBack('/profile')
  const heading = useHeadingFocus()
  const online = useConnection(connection => connection.online)
  const token = useLinkToken()
  const { run, outcome, failure } = useErrand('confirmEmail', token ?? '')
  // Also when the network comes back: the link is good once, and was not used yet.
  useEffect(() => {
    if (token !== null && online) void run(token)
  }, [token, online, run])
  const isDead = token === null || failure?.code === 'link-invalid'
  return (
    <>
      <ScreenHeader title={<Trans>Confirma tu correo</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
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
        ) : isDead || failure ? (
          <FailedState
            title={
              failure ? (
                accountRefusalText(failure, i18n)
              ) : (
                <Trans>Este enlace no sirve o ya venció. Pide otro.</Trans>
              )
            }
            action={
              isDead ? (
                <Button href="/profile/account">
                  <Trans>Pedir otro enlace</Trans>
                </Button>
              ) : (
                <Button onClick={() => void run(token)}>
                  <Trans>Intentar de nuevo</Trans>
                </Button>
              )
            }
          />
        ) : (
          <Skeleton height="12rem" />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(ConfirmScreen)
