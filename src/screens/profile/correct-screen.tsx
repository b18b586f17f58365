import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { withQueries } from '#src/queries/with-queries.tsx'
import AccountForms from '#src/screens/introduction/account-forms.tsx'
import { SessionEndedNote } from '#src/screens/introduction/session-ended-note.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { isUnknown, type SessionUser, useSession } from '#src/stores/session-store.ts'
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
  const hadAccount = useSession(({ ended }) => ended === 'registered')
  const unknown = useSession(isUnknown)
  // Whoever has to sign in again meanwhile finds what they typed (AUTH-09).
  const [writing, setWriting] = useState<SessionUser | null>(null)
  if (user && token !== null && user !== writing) setWriting(user)
  const isAsked = !user && hadAccount
  return (
    <>
      <ScreenHeader title={<Trans>Corrige tus datos</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {isAsked && (
          <>
            <SessionEndedNote />
            <AccountForms way="sign-in" />
          </>
        )}
        {unknown || (user && token === null && isLoading) ? (
          <Skeleton height="24rem" />
        ) : !user && !hadAccount ? (
          <Note
            icon="user"
            title={<Trans>Aún no sabemos quién eres</Trans>}
            action={
              <Button href={placeOfWay('temporary', '/profile')}>
                <Trans>Identifícate</Trans>
              </Button>
            }
          />
        ) : user && token === null ? (
          <p>
            <Trans>
              Tu teléfono y tu correo no se guardan en este navegador: para corregirlos hace falta conexión.
            </Trans>
          </p>
        ) : (
          writing && (
            <div hidden={isAsked}>
              <CorrectForm key={writing.user_id} user={writing} />
            </div>
          )
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(CorrectScreen)
