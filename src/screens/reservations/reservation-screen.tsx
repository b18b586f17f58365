import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isTurn } from '#src/domain/classify-tickets.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useReceipts } from '#src/queries/use-receipts.ts'
import { useReservation } from '#src/queries/use-reservations.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { useAskOnce } from '#src/screens/shared/use-ask-once.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import TicketScreen from '#src/screens/waiting-room/ticket-screen.tsx'
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
  const now = useNow()
  const { answer, askAgain } = useAskOnce(id, receipt.status === 'loaded' && receipt.value === null, ask)
  const call = tickets.value?.find(ticket => ticket.reserve === id && isTurn(ticket, now))
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

const ask = ({ refreshReservation }: Flows, id: string) => refreshReservation(id)
