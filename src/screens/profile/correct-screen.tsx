import { Trans } from '@lingui/react/macro'
import { withQueries } from '#src/queries/with-queries.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { CorrectForm } from './correct-form.tsx'

/** A letter too many in the name, a wrong digit in the phone: what was typed once can be typed better. */
function CorrectScreen() {
  const back = useBack('/profile')
  const heading = useHeadingFocus()
  const user = useSession(session => session.user)
  const token = useSession(session => session.token)
  const isLoading = useSession(session => session.isLoading)
  const unknown = useSession(isUnknown)
  return (
    <>
      <ScreenHeader title={<Trans>Corrige tus datos</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {unknown || (user && token === null && isLoading) ? (
          <Skeleton height="24rem" />
        ) : !user ? (
          <Note
            icon="user"
            title={<Trans>Aún no sabemos quién eres</Trans>}
            action={
              <Button href="/identify?next=/profile">
                <Trans>Identifícate</Trans>
              </Button>
            }
          />
        ) : token === null ? (
          <p>
            <Trans>
              Tu teléfono y tu correo no se guardan en este navegador: para corregirlos hace falta conexión.
            </Trans>
          </p>
        ) : (
          <CorrectForm key={user.user_id} user={user} />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(CorrectScreen)
