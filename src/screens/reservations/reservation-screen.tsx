import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { flows } from '#src/flows/flows.ts'
import { useReceipts } from '#src/queries/use-receipts.ts'
import { useReservation } from '#src/queries/use-reservations.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import TicketScreen from '#src/screens/waiting-room/ticket-screen.tsx'
import { useConnection } from '#src/stores/connection-store.ts'
import { useSession } from '#src/stores/session-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { HeldReservation } from './held-reservation.tsx'

/**
 * A reservation's own screen: coming, called, or over. It lives in this browser, so it opens with no network;
 * called, it is what a called number is.
 */
export default function ReservationScreen({ id }: { id: string }) {
  const { i18n } = useLingui()
  const receipt = useReservation(id)
  const tickets = useReceipts()
  const { answer, askAgain } = useAskOnce(id, receipt.status === 'loaded' && receipt.value === null)
  const call = tickets.value?.find(ticket => ticket.reserve === id && ticket.state === 'called')
  if (call) return <TicketScreen tuid={call.tuid} />
  if (receipt.value) return <HeldReservation key={id} reservation={receipt.value} />
  if (receipt.status !== 'failed' && (receipt.status === 'loading' || answer === null)) {
    return (
      <Frame>
        <Skeleton height="24rem" />
      </Frame>
    )
  }
  if (typeof answer === 'object' && answer !== null) {
    return (
      <Frame>
        <FailedLoad error={answer} words={i18n._(errorText('reserves-failed'))} onRetry={askAgain} />
      </Frame>
    )
  }
  return (
    <Frame>
      <EmptyState
        icon="calendar"
        title={<Trans>Esta reserva ya no existe, o no está en este navegador</Trans>}
        action={
          <Button look="soft" href="/tickets">
            <Trans>Ver mis turnos</Trans>
          </Button>
        }
      >
        <Trans>Puede estar cancelada, ser de otra persona, o estar guardada en otro teléfono.</Trans>
      </EmptyState>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const back = useBack('/tickets')
  const heading = useHeadingFocus()
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Tu reserva</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">{children}</ScreenBody>
    </>
  )
}

/**
 * What the server says of one that is not this person's, or of nobody in particular. Anything else is no
 * answer.
 */
const NOT_HERE = ['not-found', 'unauthorized', 'session-expired', 'bad-request']

/** `told`: by the server, which knows it or does not; a code where it could not be asked; null until then. */
type Answer = 'told' | { code: string } | null

/**
 * A link may lead to a reservation that this browser has not heard of yet: it is asked once, when it is known
 * who asks, and again on a press or when the network is back.
 */
function useAskOnce(id: string, isMissing: boolean): { answer: Answer; askAgain: () => void } {
  const [asked, setAsked] = useState<{ id: string; online: boolean; answer: Answer } | null>(null)
  const online = useConnection(connection => connection.online)
  const isLoading = useSession(session => session.isLoading)
  const isAsked = asked?.id === id && (asked.online || !online)
  const isWanted = isMissing && !isAsked && !isLoading
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const tell = (answer: Answer) => {
      if (!isOver) setAsked({ id, online, answer })
    }
    flows
      .get()
      .then(({ refreshReservation }) => refreshReservation(id))
      .then(
        outcome => {
          const isTold = outcome.status === 'done' || NOT_HERE.includes(outcome.code)
          tell(isTold ? 'told' : { code: outcome.code })
        },
        error => {
          reportError(error)
          tell({ code: 'internal' })
        },
      )
    return () => {
      isOver = true
    }
  }, [id, isWanted, online])
  return { answer: isAsked ? asked.answer : null, askAgain: () => setAsked(null) }
}
