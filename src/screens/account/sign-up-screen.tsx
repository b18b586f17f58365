import { Trans } from '@lingui/react/macro'
import { withQueries } from '#src/queries/with-queries.tsx'
import { OtherWays } from '#src/screens/introduction/other-ways.tsx'
import { SignUpForm } from '#src/screens/introduction/sign-up-form.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useNext } from '#src/screens/shared/use-next.ts'
import { useSession } from '#src/stores/session-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { AccountDoor } from './account-door.tsx'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { useLeadIn } from './use-lead-in.ts'

/** A new account; whoever is here without one keeps what they hold. */
function SignUpScreen() {
  const next = useNext()
  const back = useBack(next)
  const heading = useHeadingFocus()
  const isTemporary = useSession(({ status }) => status === 'temporary')
  useLeadIn(next)
  return (
    <>
      <ScreenHeader title={<Trans>Crea una cuenta</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        <SignUpForm
          officeId={null}
          signInInstead={
            <Button look="soft" wide href={placeOfWay('sign-in', next)}>
              <Trans>Inicia sesión</Trans>
            </Button>
          }
        >
          {(fields, button) => (
            <AccountDoor
              title={<Trans>Tu cuenta</Trans>}
              detail={
                isTemporary ? (
                  <Trans>Conservas tus números y reservas</Trans>
                ) : (
                  <Trans>Tus números, en todos tus teléfonos</Trans>
                )
              }
              fields={fields}
              button={button}
            />
          )}
        </SignUpForm>
        <OtherWays here="sign-up" next={next} />
      </ScreenBody>
    </>
  )
}

export default withQueries(SignUpScreen)
