import { Trans } from '@lingui/react/macro'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useReceipts } from '#src/queries/use-receipts.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useSession } from '#src/stores/session-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState, FailedState } from '#src/ui/state/standstill.tsx'
import { HistoryList } from './history-list.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { ReservationCard } from './reservation-card.tsx'
import { useHeld } from '#src/queries/use-held.ts'

/**
 * @param shown the number or the reservation that is shown beside it, whose name is then the screen's, or
 * null
 */
export function TicketsList({ shown }: { shown: string | null }) {
  const isBeside = shown !== null
  const heading = useHeadingFocus(!isBeside)
  const receipts = useReceipts()
  const status = useSession(session => session.status)
  const hadAccount = useSession(({ ended }) => ended === 'registered')
  const now = useNow()
  const { historic } = classifyTickets(receipts.value ?? [], now)
  const { tickets: held, reservations, past: pastReservations } = useHeld()
  const isOver = (tuid: string) => !held.some(ticket => ticket.tuid === tuid)
  const past = historic.filter(ticket => isOver(ticket.tuid))
  const since = Math.max(0, ...[...held, ...reservations].map(({ timeStamp }) => timeStamp))
  return (
    <>
      <ScreenHeader level={isBeside ? 2 : 1} title={<Trans>Turnos</Trans>} headingRef={heading} />
      <ScreenBody>
        <OfflineNote since={since === 0 ? null : since} />
        {status === 'expired' && (
          <Note
            tone="almost"
            title={<Trans>Sesion Expirada</Trans>}
            action={
              <Button look="soft" href={placeOfWay(hadAccount ? 'sign-in' : 'temporary', '/tickets')}>
                {hadAccount ? <Trans>Inicia sesión</Trans> : <Trans>Identifícate de nuevo</Trans>}
              </Button>
            }
          >
            <Trans>Tus números siguen guardados en este navegador.</Trans>
          </Note>
        )}
        {receipts.status === 'loading' && <Skeleton height="12rem" />}
        {receipts.status === 'failed' && (
          <FailedState title={<Trans>Este navegador no guarda nada</Trans>}>
            <Trans>Abre Numerito en una ventana normal para conservar tus números.</Trans>
          </FailedState>
        )}
        {receipts.status === 'loaded' && held.length + reservations.length === 0 && (
          <EmptyState
            icon="ticket"
            title={<Trans>No tienes números ahora</Trans>}
            action={
              <Button icon="search" href="/search">
                <Trans>Busca una oficina</Trans>
              </Button>
            }
          >
            <Trans>Busca una oficina, saca tu número y te llamamos aquí.</Trans>
          </EmptyState>
        )}
        {held.map(ticket => (
          <ReceiptCard
            key={ticket.tuid}
            receipt={ticket}
            now={new Date(now)}
            isBeside={ticket.tuid === shown}
          />
        ))}
        {reservations.map(reservation => (
          <ReservationCard
            key={reservation.id}
            reservation={reservation}
            isBeside={reservation.id === shown}
          />
        ))}
        <HistoryList kept={past} held={held} reservations={pastReservations} />
      </ScreenBody>
    </>
  )
}
