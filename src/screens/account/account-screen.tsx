import { useQuery } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Account } from '#contract/rest/accounts.ts'
import { accountQuery, waysInQuery } from '#src/queries/account-queries.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import AccountForms from '#src/screens/introduction/account-forms.tsx'
import styles from '#src/screens/introduction/introduction.module.css'
import { SessionEndedNote } from '#src/screens/introduction/session-ended-note.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { AccountEmail } from './account-email.tsx'
import { AccountPassword } from './account-password.tsx'
import { LinkedProviders } from './linked-providers.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { placeOfWay } from '#src/screens/shared/way-in.ts'

/** By what one comes in, and where the account is open. */
function AccountScreen() {
  const back = useBack('/profile')
  const heading = useHeadingFocus()
  const status = useSession(session => session.status)
  const isHere = useSession(({ token }) => token !== null)
  const unknown = useSession(isUnknown)
  const isRegistered = status === 'registered'
  const account = useQuery({ ...accountQuery(), enabled: isRegistered && isHere })
  const ways = useQuery(waysInQuery())
  const next = '/profile/account'
  const hadAccount = useSession(({ ended }) => ended === 'registered')
  const isAsked = !unknown && !isRegistered && hadAccount
  // Whoever has to sign in again meanwhile finds what they typed (AUTH-09).
  const [shown, setShown] = useState<Account | null>(null)
  if (isRegistered && account.data && account.data !== shown) setShown(account.data)
  return (
    <>
      <ScreenHeader title={<Trans>Mi cuenta</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {isAsked && (
          <>
            <SessionEndedNote />
            <AccountForms way="sign-in" />
          </>
        )}
        {!unknown && !isRegistered && !isAsked ? (
          <Note
            icon="user"
            title={<Trans>Esto es de quienes tienen una cuenta</Trans>}
            action={
              <Button href={placeOfWay('sign-in', next)}>
                <Trans>Inicia sesión</Trans>
              </Button>
            }
          />
        ) : shown && (isAsked || account.data) ? (
          <div hidden={isAsked} key={shown.email} className={styles.form}>
            <AccountEmail account={shown} isMailOffered={ways.data?.email === true} />
            <AccountPassword key={String(shown.has_password)} hasPassword={shown.has_password} />
            <LinkedProviders account={shown} ways={ways.data} />
            <OpenSessions sessions={shown.sessions} />
          </div>
        ) : isAsked ? null : account.error ? (
          <FailedLoad error={account.error} onRetry={() => void account.refetch()} />
        ) : (
          <Skeleton height="24rem" />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(AccountScreen)
