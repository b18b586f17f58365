import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { useRoomForTwo } from '#src/screens/shared/use-room-for-two.ts'
import ReservationScreen from '#src/screens/reservations/reservation-screen.tsx'
import TicketScreen from '#src/screens/waiting-room/ticket-screen.tsx'
import { Panes } from '#src/ui/shell/frames.tsx'
import { useHeld } from '#src/queries/use-held.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { TicketsList } from '#src/screens/held/tickets-list.tsx'

export interface TicketsScreenProps {
  /** The number that the address names, or null. */
  tuid: string | null
  /** The id of the reservation that the address names, or null. */
  reservation: string | null
}

/**
 * The numbers and booked times of this browser: what waits, what was called, what is over. Where there is
 * room, the first beside them.
 */
function TicketsScreen({ tuid, reservation }: TicketsScreenProps) {
  const isDesktop = useIsDesktop()
  const hasRoom = useRoomForTwo()
  const { tickets, reservations } = useHeld()
  const named = tuid ?? reservation
  const first = hasRoom && named === null ? (tickets[0]?.tuid ?? reservations[0]?.id ?? null) : null
  const shown = named ?? first
  if (shown === null) return <TicketsList shown={null} />
  const isReservation = reservation !== null || (tuid === null && tickets.length === 0)
  const detail = isReservation ? (
    <ReservationScreen key={shown} id={shown} />
  ) : (
    <TicketScreen key={shown} tuid={shown} />
  )
  if (!isDesktop) return detail
  return <Panes hasDetail shown={shown} list={<TicketsList shown={shown} />} detail={detail} />
}

export default withQueries(TicketsScreen)
