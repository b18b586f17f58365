import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { DeskSession } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import styles from './desk.module.css'
import { deskErrorText } from './desk-error-texts.ts'
import { DeskFrame } from './desk-frame.tsx'
import { useClerkSession, useDeskTools } from './desk-tools.ts'
import { ChooseOfficeScreen } from './offices/choose-office-screen.tsx'
import { OfficeScreen } from './office-screen.tsx'
import { invitationAt } from './invitation/invitation-address.ts'
import { type OfficeHere, type OfficePage, useOfficeHere } from './use-office-here.ts'
import { resumeSession } from './resume-session.ts'
import { SignInAgain } from './sign-in/sign-in-again.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'
import { MeetScreen } from './video/meet-screen.tsx'
import { meetingAt } from './video/meeting-address.ts'

interface PageProps {
  clerk: DeskSession
  office: OfficeHere
  onLeave: () => void
}

/** Whoever calls numbers need not fetch them. */
const InvitationScreen = lazy(() => import('./invitation/invitation-screen.tsx'))
const FoundScreen = lazy(() => import('./found/found-screen.tsx'))
const PAGES: Record<OfficePage, ReturnType<typeof lazy<ComponentType<PageProps>>>> = {
  people: lazy(() => import('./people/people-screen.tsx')),
  acts: lazy(() => import('./acts/acts-screen.tsx')),
  day: lazy(() => import('./figures/day-screen.tsx')),
  settings: lazy(async () => (await import('./settings/open-settings.ts')).openSettings()),
}

/**
 * The whole of the clerk’s side: which screen it is follows from who is signed in and which office the
 * address names.
 */
export function Desk() {
  const { i18n } = useLingui()
  const { api, session } = useDeskTools()
  const now = useClerkSession()
  const [invitation, setInvitation] = useState(() => invitationAt(location.hash))
  if (invitation !== null) {
    const leave = () => {
      // Out of the address and of the way back: what it was good for is done.
      history.replaceState(history.state, '', location.pathname)
      setInvitation(null)
    }
    return (
      <Suspense fallback={<DeskFrame busy />}>
        <InvitationScreen
          token={invitation}
          onLeave={leave}
          onCome={clerk => {
            session.begin(clerk)
            leave()
          }}
        />
      </Suspense>
    )
  }
  switch (now.phase) {
    case 'asking':
      return <Opening />
    case 'unreached':
      return (
        <DeskFrame>
          <div className={styles.middle}>
            <FailedState
              title={<Trans>No pudimos abrir el mesón</Trans>}
              action={
                <Button icon="refresh" onClick={() => void resumeSession(api, session)}>
                  <Trans>Intentar de nuevo</Trans>
                </Button>
              }
            >
              {i18n._(deskErrorText(now.code))}
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

function Opening() {
  return (
    <DeskFrame busy>
      <output className={styles.middle}>
        <Spinner size="l" />
        <span className="visually-hidden">
          <Trans>Abriendo el mesón</Trans>
        </span>
      </output>
    </DeskFrame>
  )
}

function AtWork({ clerk }: { clerk: DeskSession }) {
  const [address, setAddress] = useSearchParams()
  const { office, hasChoice, page, go } = useOfficeHere(clerk)
  if (clerk.founds)
    return (
      <Suspense fallback={<DeskFrame busy />}>
        <FoundScreen clerk={clerk} onOpened={id => go({ office: id, page: 'people' })} />
      </Suspense>
    )
  if (!office) return <ChooseOfficeScreen clerk={clerk} onChoose={({ id }) => go({ office: id })} />
  const meeting = meetingAt(address)
  const back = () => go({ office: office.id })
  if (meeting !== null) return <MeetScreen office={office} meeting={meeting} onLeave={back} />
  if (page !== null) {
    const Page = PAGES[page]
    return (
      <Suspense fallback={<Opening />}>
        <Page key={office.id} clerk={clerk} office={office} onLeave={back} />
      </Suspense>
    )
  }
  return (
    <OfficeScreen
      key={office.id}
      clerk={clerk}
      office={office}
      onLeave={hasChoice ? () => setAddress({}) : undefined}
    />
  )
}
