import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { distanceBetween, placeOf } from '#contract/rules/distance.ts'
import { directionsUrl } from '#src/domain/directions-url.ts'
import { flows } from '#src/flows/flows.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import { useReceipt } from '#src/queries/use-receipts.ts'
import { useAttention } from '#src/screens/held/use-attention.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { DirectionsSheet } from '#src/screens/shared/directions-sheet.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { arriveAt, useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { usePlace } from '#src/screens/shared/use-place.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { isSettled, useSession } from '#src/stores/session-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { NumberOnly } from './number-only.tsx'
import { OverRoom } from './over-room.tsx'
import { ParkedRoom } from './parked-room.tsx'
import { TurnScreen } from './turn-screen.tsx'
import { WaitingRoom } from './waiting-room.tsx'

/** A number's own screen: waiting, called, or over. It lives in this browser, so it opens with no network. */
export default function TicketScreen({ tuid }: { tuid: string }) {
  const receipt = useReceipt(tuid)
  const back = useBack('/tickets')
  const asked = useAskOnce(tuid, receipt.status === 'loaded' && receipt.value === null)
  if (receipt.value) return <HeldTicketScreen ticket={receipt.value} />
  if (receipt.status === 'loading' || !asked) {
    return (
      <>
        <ScreenHeader size="small" title={<Trans>Tu número</Trans>} back={back} />
        <ScreenBody width="column">
          <Skeleton height="24rem" />
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

/**
 * A notice may lead to a number that this browser has not heard of yet, waiting or called: it is asked for
 * once, when it is known who is here.
 */
function useAskOnce(tuid: string, isMissing: boolean): boolean {
  const [answered, setAnswered] = useState<string | null>(null)
  const isKnown = useSession(isSettled)
  useEffect(() => {
    if (!isMissing || !isKnown) return
    flows
      .get()
      .then(async ({ loadTickets, refreshTicket }) => {
        await loadTickets()
        await refreshTicket(tuid)
      })
      .catch(reportError)
      .finally(() => setAnswered(tuid))
  }, [tuid, isMissing, isKnown])
  return answered === tuid
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
  const [open, setOpen] = useState<'directions' | 'number-only' | null>(null)
  const office = data?.data.office ?? null
  const maySeeWay = !hidesDirections && !ticket.meet
  const destination = office && maySeeWay ? placeOf(office) : null

  useEffect(() => {
    if (ticket.state === 'called') arriveAt(heading.current)
  }, [ticket.state, heading])
  // Said here as long as the screen is open, and not once more elsewhere.
  useEffect(() => () => dismissNotices(ticket.tuid), [ticket.tuid])

  if (ticket.state === 'called') {
    return (
      <TurnScreen
        ticket={ticket}
        timeZone={ticket.time_zone}
        busy={onMyWay.busy}
        meet={ticket.meet ? meetPath(ticket) : null}
        directions={destination ? directionsUrl(place, destination, 'walking') : null}
        headingRef={heading}
        onMyWay={() => void onMyWay.run(ticket.tuid)}
        onLeave={() => navigate('/tickets')}
      />
    )
  }
  if (ticket.state === 'parked') return <ParkedRoom ticket={ticket} />
  if (ticket.state !== 'waiting') return <OverRoom ticket={ticket} />
  return (
    <>
      <WaitingRoom
        ticket={ticket}
        isNew={isNew}
        metres={distanceBetween(place, destination)}
        onDirections={destination ? () => setOpen('directions') : maySeeWay && isPending ? 'asking' : null}
        onWholeScreen={isDesktop ? () => setOpen('number-only') : null}
      />
      {open === 'number-only' && <NumberOnly ticket={ticket} onLeave={() => setOpen(null)} />}
      {office && destination && (
        <DirectionsSheet office={office} open={open === 'directions'} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
