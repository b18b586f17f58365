import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { flows } from '#src/flows/flows.ts'
import { useReceipts } from '#src/queries/use-receipts.ts'
import { useReservation } from '#src/queries/use-reservations.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import TicketScreen from '#src/screens/waiting-room/ticket-screen.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { HeldReservation } from './held-reservation.tsx'

/**
 * A reservation's own screen: coming, called, or over. It lives in this browser, so it opens with no network; called, it is
 * what a called number is.
 */
export default function ReservationScreen({ id }: { id: string }) {
  const receipt = useReservation(id)
  const tickets = useReceipts()
  const answered = useAskOnce(id, receipt.status === 'loaded' && receipt.value === null)
  const call = tickets.value?.find(ticket => ticket.reserve === id && ticket.state === 'called')
  if (call) return <TicketScreen tuid={call.tuid} />
  if (receipt.value) return <HeldReservation key={id} reservation={receipt.value} />
  if (receipt.status !== 'failed' && (receipt.status === 'loading' || !answered)) {
    return (
      <Frame>
        <Skeleton height="24rem" />
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

/** A link may lead to a reservation that this browser has not heard of yet: it is asked once. */
function useAskOnce(id: string, isMissing: boolean): boolean {
  const [answered, setAnswered] = useState<string | null>(null)
  useEffect(() => {
    if (!isMissing) return
    flows
      .get()
      .then(({ refreshReservation }) => refreshReservation(id))
      .catch(reportError)
      .finally(() => setAnswered(id))
  }, [id, isMissing])
  return answered === id
}
