import { i18n as words } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { doorErrorText } from '#src/texts/door-error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import styles from './desk.module.css'
import { DeskFrame } from './desk-frame.tsx'
import { useDoorTools } from './door-tools.ts'
import { invitationAt } from './invitation/invitation-address.ts'
import { late, Opening } from './late.tsx'
import { loadWords } from './load-language.ts'
import { resumeSession } from './resume-session.ts'
import { SignInAgain } from './sign-in/sign-in-again.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'

const worded =
  <Part,>(load: () => Promise<Part>) =>
  async () =>
    (await Promise.all([load(), loadWords(words)]))[0]

/** Whoever is at the door does not wait for what is behind it. */
const InvitationScreen = late(worded(() => import('./invitation/invitation-screen.tsx')))
const AtWork = late(worded(() => import('./at-work.tsx')))

/**
 * The whole of the clerk’s side: which screen it is follows from who is signed in and which office the
 * address names.
 */
export function Desk() {
  const { i18n } = useLingui()
  const { api, session } = useDoorTools()
  const now = useStore(session.store)
  const [invitation, setInvitation] = useState(() => invitationAt(location.hash))
  useEffect(() => {
    // Meanwhile somebody types their password. Where it fails it is asked for again when it is needed.
    AtWork.fetch().catch(() => {})
  }, [])
  if (invitation !== null) {
    const leave = () => {
      // Out of the address and of the way back: what it was good for is done.
      history.replaceState(history.state, '', location.pathname)
      setInvitation(null)
    }
    return (
      <InvitationScreen
        token={invitation}
        onLeave={leave}
        onCome={clerk => {
          session.begin(clerk)
          leave()
        }}
      />
    )
  }
  switch (now.phase) {
    case 'asking':
      return <Opening />
    case 'unreached':
      return (
        <DeskFrame>
          <h1 className="visually-hidden">
            <Trans>Mesón de atención</Trans>
          </h1>
          <div className={styles.middle}>
            <FailedState
              title={<Trans>No pudimos abrir el mesón</Trans>}
              action={
                <Button icon="refresh" onClick={() => void resumeSession(api, session)}>
                  <Trans>Intentar de nuevo</Trans>
                </Button>
              }
            >
              {i18n._(doorErrorText(now.code))}
            </FailedState>
          </div>
        </DeskFrame>
      )
    case 'out':
      return <SignInScreen />
    default:
      return (
        <>
          <AtWork key={now.clerk.clerk_id} clerk={now.clerk} />
          <SignInAgain open={now.phase === 'over'} />
        </>
      )
  }
}
