import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import type { DeskSession } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import styles from './desk.module.css'
import { isDayAt, withoutDay } from './figures/day-address.ts'
import { deskErrorText } from './desk-error-texts.ts'
import { DeskFrame } from './desk-frame.tsx'
import { useClerkSession, useDeskTools } from './desk-tools.ts'
import { ChooseOfficeScreen } from './offices/choose-office-screen.tsx'
import { OfficeScreen } from './office-screen.tsx'
import { resumeSession } from './resume-session.ts'
import { SignInAgain } from './sign-in/sign-in-again.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'
import { MeetScreen } from './video/meet-screen.tsx'
import { meetingAt } from './video/meeting-address.ts'

/** Whoever calls numbers need not fetch it. */
const DayScreen = lazy(() => import('./figures/day-screen.tsx'))

/**
 * The whole of the clerk’s side: which screen it is follows from who is signed in and which office the
 * address names.
 */
export function Desk() {
  const { i18n } = useLingui()
  const { api, session } = useDeskTools()
  const now = useClerkSession()
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
  const [only] = clerk.offices
  const hasChoice = clerk.offices.length > 1
  const named = clerk.offices.find(office => String(office.id) === address.get('office'))
  const office = named ?? (hasChoice ? undefined : only)
  if (!office) {
    return <ChooseOfficeScreen clerk={clerk} onChoose={({ id }) => setAddress({ office: String(id) })} />
  }
  const meeting = meetingAt(address)
  if (meeting !== null)
    return (
      <MeetScreen
        office={office}
        meeting={meeting}
        onLeave={() => setAddress({ office: String(office.id) })}
      />
    )
  if (isDayAt(address))
    return (
      <Suspense fallback={<Opening />}>
        <DayScreen
          key={office.id}
          clerk={clerk}
          office={office}
          onLeave={() => setAddress(withoutDay(office.id))}
        />
      </Suspense>
    )
  return (
    <OfficeScreen
      key={office.id}
      clerk={clerk}
      office={office}
      onLeave={hasChoice ? () => setAddress({}) : undefined}
    />
  )
}
