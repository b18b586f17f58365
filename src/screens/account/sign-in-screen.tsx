import { Trans } from '@lingui/react/macro'
import { withQueries } from '#src/queries/with-queries.tsx'
import { OtherWays } from '#src/screens/introduction/other-ways.tsx'
import { SessionEndedNote } from '#src/screens/introduction/session-ended-note.tsx'
import { SignInForm } from '#src/screens/introduction/sign-in-form.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useNext } from '#src/screens/shared/use-next.ts'
import { useSession } from '#src/stores/session-store.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { AccountDoor } from './account-door.tsx'
import { useLeadIn } from './use-lead-in.ts'

/** By e-mail and password, and then on to where one was going. */
function SignInScreen() {
  const next = useNext()
  const back = useBack(next)
  const heading = useHeadingFocus()
  const isTemporary = useSession(({ status }) => status === 'temporary')
  useLeadIn(next)
  return (
    <>
      <ScreenHeader title={<Trans>Inicia sesión</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        <SessionEndedNote />
        <SignInForm>
          {(fields, button) => (
            <AccountDoor
              title={<Trans>Tu cuenta</Trans>}
              detail={
                isTemporary ? (
                  <Trans>Lo que tienes aquí se viene contigo</Trans>
                ) : (
                  <Trans>Tus números, en todos tus teléfonos</Trans>
                )
              }
              fields={fields}
              button={button}
            />
          )}
        </SignInForm>
        <OtherWays here="sign-in" next={next} />
      </ScreenBody>
    </>
  )
}

export default withQueries(SignInScreen)
