import { Trans } from '@lingui/react/macro'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EraseForm } from './erase-form.tsx'
import { LeftHere } from './left-here.tsx'

/** What goes and what stays when somebody is erased, and the press that does it. */
function EraseScreen() {
  const back = useBack('/profile')
  const heading = useHeadingFocus()
  const user = useSession(session => session.user)
  const unknown = useSession(isUnknown)
  return (
    <>
      <ScreenHeader title={<Trans>Borra tus datos</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        {unknown ? (
          <Skeleton height="24rem" />
        ) : user ? (
          <>
            <OfflineNote since={null} />
            <EraseForm isTemporary={user.temporal} />
          </>
        ) : (
          <LeftHere heading={heading} />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(EraseScreen)
