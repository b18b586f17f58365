import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { distanceBetween, placeOf } from '#contract/rules/distance.ts'
import { isTurn } from '#src/domain/classify-tickets.ts'
import { stateNow } from '#src/domain/is-ticket-active.ts'
import { directionsUrl } from '#src/domain/directions-url.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import type { Outcome } from '#src/flows/outcome.ts'
import { browserScreenLamp } from '#src/platform/screen-lamp.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useReceipt } from '#src/queries/use-receipts.ts'
import { useAttention } from '#src/screens/held/use-attention.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { DirectionsSheet } from '#src/screens/shared/directions-sheet.tsx'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { useAskOnce } from '#src/screens/shared/use-ask-once.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { arriveAt, useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { usePlace } from '#src/screens/shared/use-place.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { OverRoom } from './over-room.tsx'
import { ParkedRoom } from './parked-room.tsx'
import { TurnScreen } from './turn-screen.tsx'
import { WaitingRoom } from './waiting-room.tsx'

/** A number's own screen: waiting, called, or over. It lives in this browser, so it opens with no network. */
export default function TicketScreen({ tuid }: { tuid: string }) {
  const receipt = useReceipt(tuid)
  const back = useBack('/tickets')
  const { answer, askAgain } = useAskOnce(tuid, receipt.status === 'loaded' && receipt.value === null, ask)
  if (receipt.value) return <HeldTicketScreen ticket={receipt.value} />
  if (receipt.status !== 'failed' && (receipt.status === 'loading' || answer === null)) {
    return (
      <>
        <ScreenHeader size="small" title={<Trans>Tu número</Trans>} back={back} />
        <ScreenBody width="column">
          <Skeleton height="24rem" />
        </ScreenBody>
      </>
    )
  }
  if (typeof answer === 'object' && answer !== null) {
    return (
      <>
        <ScreenHeader size="small" title={<Trans>Tu número</Trans>} back={back} />
        <ScreenBody width="column">
          <FailedLoad error={answer} onRetry={askAgain} />
        </ScreenBody>
      </>
    )
  }
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Tu número</Trans>} back={back} />
      <ScreenBody>
        <EmptyState
          icon="ticket"
          title={<Trans>Este número no está en este navegador</Trans>}
          action={
            <Button look="soft" href="/tickets">
              <Trans>Ver mis turnos</Trans>
            </Button>
          }
        >
          <Trans>Puede ser de otra persona, de otro teléfono, o estar borrado.</Trans>
        </EmptyState>
      </ScreenBody>
    </>
  )
}

/** What is active besides: the number may be one of others that this browser has not heard of. */
async function ask({ loadTickets, refreshTicket }: Flows, tuid: string): Promise<Outcome> {
  await loadTickets()
  return await refreshTicket(tuid)
}

/** What was said of a number while its screen was open. A poll is asked elsewhere. */
function dismissNotices(tuid: string): void {
  const { notices, dismiss } = noticesStore.getState()
  for (const notice of notices)
    if ('tuid' in notice && notice.tuid === tuid && notice.kind !== 'poll') dismiss(notice.id)
}

/** Where the call of a number is entered; that of a reservation has its own address. */
const meetPath = ({ tuid, reserve }: Pick<Ticket, 'tuid' | 'reserve'>): string =>
  reserve === null ? `/tickets/${tuid}/meet` : `/reservations/${reserve}/meet`

const lamp = browserScreenLamp()

function HeldTicketScreen({ ticket }: { ticket: TicketReceipt }) {
  const isNew = new URLSearchParams(useSearch()).has('new')
  const [, navigate] = useLocation()
  const isDesktop = useIsDesktop()
  const heading = useHeadingFocus()
  const place = usePlace()
  const hidesDirections = useUi(isHidden('directions'))
  const { data, isPending } = useQuery(officeStateQuery(ticket.officeSlug))
  const onMyWay = useErrand('sayOnMyWay', ticket.tuid)
  useAttention(ticket.tuid, ticket.state === 'called')
  const now = useNow()
  // One of days ago says no more that a desk waits: its owner may have been attended with the page closed.
  const isCalled = isTurn(ticket, now)
  const state = stateNow(ticket, now)
  const isWaiting = state === 'waiting'
  const [open, setOpen] = useState<'directions' | 'number-only' | null>(null)
  const office = data?.data.office ?? null
  const maySeeWay = !hidesDirections && !ticket.meet
  const destination = office && maySeeWay ? placeOf(office) : null

  const isLit = isWaiting || isCalled
  useEffect(() => (isLit ? lamp.keepLit() : undefined), [isLit])
  useEffect(() => {
    if (isCalled) arriveAt(heading.current)
  }, [isCalled, heading])
  // Said here as long as the screen is open, and not once more elsewhere.
  useEffect(() => () => dismissNotices(ticket.tuid), [ticket.tuid])

  if (isCalled) {
    return (
      <TurnScreen
        ticket={ticket}
        timeZone={ticket.time_zone}
        busy={onMyWay.busy}
        isUnheard={onMyWay.failure !== null}
        meet={ticket.meet ? meetPath(ticket) : null}
        directions={destination ? directionsUrl(place, destination, 'walking') : null}
        headingRef={heading}
        onMyWay={() => void onMyWay.run(ticket.tuid)}
        onLeave={() => navigate('/tickets')}
      />
    )
  }
  if (state === 'parked') return <ParkedRoom ticket={ticket} />
  if (!isWaiting) return <OverRoom ticket={ticket} />
  return (
    <>
      <WaitingRoom
        ticket={ticket}
        isNew={isNew}
        metres={distanceBetween(place, destination)}
        onDirections={destination ? () => setOpen('directions') : maySeeWay && isPending ? 'asking' : null}
        alone={{
          isOffered: isDesktop,
          isOpen: open === 'number-only',
          show: isOpen => setOpen(isOpen ? 'number-only' : null),
        }}
      />
      {office && destination && (
        <DirectionsSheet office={office} open={open === 'directions'} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
