import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { MeetRole } from '#contract/channel/meet-channel.ts'
import type { MeetCall } from '#src/meet/meet-call.ts'
import type { MeetSession } from '#src/meet/meet-session.ts'
import { browserScreenLamp } from '#src/platform/screen-lamp.ts'
import { Button } from '#src/ui/press/button.tsx'
import { FailedState, EmptyState } from '#src/ui/state/standstill.tsx'
import { HeldByColleague } from './held-by-colleague.tsx'
import { MeetCheck } from './meet-check.tsx'
import { MeetEnded } from './meet-ended.tsx'
import { MeetStage } from './meet-stage.tsx'
import { refusalText } from './meet-texts.ts'
import { useTold } from './use-told.ts'

export interface MeetVisitProps {
  session: MeetSession
  /** Who sits opposite. */
  other: MeetRole
  /** The walls of the check and of what stands there afterwards. */
  frame: (children: ReactNode) => ReactNode
  /** The walls of the call. */
  stage: (children: ReactNode, call: MeetCall) => ReactNode
  /** Begins a new visit. */
  onAgain: () => void
  /** Away from here. */
  away: ReactNode
  /** What stands under the check while it is too early to go in: then nobody goes in. */
  notYet?: ReactNode
  /** It is over before one went in. */
  isOver?: boolean
  /** Of a number: when it was called, or null while it is not. */
  calledAt?: string | null
}

/** Some browsers have no connections to others: an iPhone in lockdown mode, windows inside applications. */
const canConnectPeers = (): boolean => 'RTCPeerConnection' in globalThis

/** A visit from the check of camera and microphone to the end of the call. */
export function MeetVisit({ session, notYet, isOver = false, ...rest }: MeetVisitProps) {
  const [call, setCall] = useState<MeetCall | null>(null)
  useEffect(() => {
    // The other one hears at once that this page is gone, and need not wait for a connection that is not
    // coming back.
    addEventListener('pagehide', session.close)
    return () => removeEventListener('pagehide', session.close)
  }, [session])
  const { onAgain } = rest
  useEffect(() => {
    // A page that the browser kept as it was comes back with everything closed.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && onAgain()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [onAgain])
  const isMissed = call === null && isOver
  useEffect(() => {
    // Nobody needs to be seen any more.
    if (isMissed) session.close()
  }, [isMissed, session])
  const [wasMissed, setWasMissed] = useState(false)
  if (isMissed && !wasMissed) setWasMissed(true)
  const isCalledAfterAll = wasMissed && !isMissed
  useEffect(() => {
    // What was closed opens no more.
    if (isCalledAfterAll) onAgain()
  }, [isCalledAfterAll, onAgain])
  // Until the next visit is there: nobody goes into what is closed.
  if (wasMissed || isMissed) return rest.frame(<MeetEnded {...rest} isDemonstration={false} pause={null} />)
  if (!canConnectPeers())
    return rest.frame(
      <EmptyState
        icon="video-off"
        title={<Trans>Este navegador no puede hacer videollamadas</Trans>}
        action={rest.away}
      >
        <Trans>Entra desde otro navegador o desde un computador.</Trans>
      </EmptyState>,
    )
  if (!call) {
    return rest.frame(
      <MeetCheck media={session.media} onEnter={notYet ? null : () => setCall(session.enter())}>
        {notYet}
      </MeetCheck>,
    )
  }
  return <InCall {...rest} session={session} call={call} notYet={notYet} isOver={isOver} />
}

function InCall({
  call,
  session,
  other,
  frame,
  stage,
  onAgain,
  away,
  notYet,
  isOver: isGone,
  calledAt = null,
}: MeetVisitProps & { call: MeetCall }) {
  const { i18n } = useLingui()
  const { phase, code, pause, isDemonstration, wasIn, byColleague } = useTold(call)
  // Of the call that ended, which is often heard of before the number is: another one is a new call.
  const [endedCall, setEndedCall] = useState<string | null>()
  // Or it was over when the phone came back to it: then nobody could say what became of it.
  const isBroken = pause !== null || (phase === 'refused' && code === 'meet-not-called')
  if (isBroken && endedCall === undefined) setEndedCall(calledAt)
  // Marked absent in the call, and called after all, perhaps by the same call.
  const [wasGone, setWasGone] = useState(false)
  if (isGone && phase === 'ended' && !wasGone) setWasGone(true)
  const isAnother = isBroken && calledAt !== null && calledAt !== endedCall
  const isCalledAgain = (wasGone || isAnother) && !notYet && !isGone
  const isOver = phase === 'ended' || phase === 'left' || phase === 'replaced' || phase === 'refused'
  useEffect(() => {
    if (!isOver) return browserScreenLamp().keepLit()
  }, [isOver])

  const again = (words: ReactNode) => (
    <>
      <Button icon="video" onClick={onAgain}>
        {words}
      </Button>
      {away}
    </>
  )
  // Whose módulo or whose role went is let in no more.
  const isInVain = code === 'meet-other-modulo' || (code === 'not-found' && wasIn)
  if (isCalledAgain)
    return frame(
      <EmptyState
        icon="bell"
        title={<Trans>Es tu turno</Trans>}
        action={again(<Trans>Volver a entrar</Trans>)}
      />,
    )
  if (phase === 'ended')
    return frame(
      <MeetEnded other={other} away={away} isDemonstration={isDemonstration} pause={isGone ? null : pause} />,
    )
  if (phase === 'left')
    return frame(
      <EmptyState
        icon="hang-up"
        title={<Trans>Saliste de la videollamada</Trans>}
        action={again(<Trans>Volver a entrar</Trans>)}
      />,
    )
  if (phase === 'held') return frame(<HeldByColleague onTakeOver={() => call.takeOver()} away={away} />)
  if (phase === 'replaced' && byColleague)
    return frame(
      // Asked before it is taken back is whoever finds them still there.
      <EmptyState
        icon="user"
        title={<Trans>Otra persona de tu oficina tomó la videollamada</Trans>}
        action={again(<Trans>Volver a entrar</Trans>)}
      >
        <Trans>Sigue con el cliente. A ti ya no te ven ni te oyen.</Trans>
      </EmptyState>,
    )
  if (phase === 'replaced')
    return frame(
      <EmptyState
        icon="screen"
        title={<Trans>Entraste desde otra ventana</Trans>}
        action={again(<Trans>Seguir aquí</Trans>)}
      >
        <Trans>La videollamada sigue allá. Si la traes aquí, allá se cierra.</Trans>
      </EmptyState>,
    )
  if (phase === 'refused')
    return frame(
      <FailedState
        title={wasIn ? <Trans>Ya no estás en la videollamada</Trans> : <Trans>No pudimos entrar</Trans>}
        action={isInVain ? away : again(<Trans>Intentar de nuevo</Trans>)}
      >
        {i18n._(refusalText(code ?? 'internal'))}
      </FailedState>,
    )
  return stage(<MeetStage call={call} media={session.media} other={other} />, call)
}
