import { useInfiniteQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Ticket } from '#contract/rest/tickets.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { historyQuery } from '#src/queries/history-query.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useOpenPolls } from '#src/queries/use-open-polls.ts'
import { useSession } from '#src/stores/session-store.ts'
import { dayText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import styles from './history-list.module.css'
import { useReservationLabel } from './reservation-words.tsx'
import { TicketStateWord } from './ticket-words.tsx'

export type PastTicket = Pick<
  Ticket,
  | 'tuid'
  | 'ticket'
  | 'office_name'
  | 'state'
  | 'inserted_at'
  | 'called_at'
  | 'modulo'
  | 'meet'
  | 'officeSlug'
  | 'line'
  | 'time_zone'
  | 'reserve'
>

export interface HistoryListProps {
  /** The past numbers of this browser. */
  kept: readonly PastTicket[]
  /** What is still in the hand is shown above, and not once more (CALL-01 puts a call into the history). */
  held: readonly { tuid: string }[]
  /** Booked times that are over, of this browser. */
  reservations: readonly ReservationReceipt[]
}

/**
 * Numbers and booked times of the past, newest first: of the numbers what the server knows in pages of 10
 * (TKT-06), and without it what this browser keeps.
 */
export function HistoryList({ kept, held, reservations }: HistoryListProps) {
  const { t } = useLingui()
  const token = useSession(session => session.token)
  const history = useInfiniteQuery({ ...historyQuery(), enabled: token !== null })
  const toRate = useOpenPolls(token)
  const known: readonly PastTicket[] = history.data?.pages.flatMap(page => page.tickets) ?? kept
  const listed = known.filter(({ tuid }) => !held.some(ticket => ticket.tuid === tuid))
  // One that was called stands there already, by the number that it was called with.
  const booked = reservations.filter(({ id }) => !known.some(({ reserve }) => reserve === id))
  const rows = [
    ...listed.map(ticket => ({
      at: ticket.inserted_at,
      row: <PastRow key={ticket.tuid} ticket={ticket} mayRate={toRate.has(ticket.tuid)} />,
    })),
    ...booked.map(reservation => ({
      at: reservation.from,
      row: <PastReservation key={reservation.id} reservation={reservation} />,
    })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  if (rows.length === 0 && !history.hasNextPage) return null
  return (
    <Section title={t`Antes`}>
      <List label={t`Antes`}>{rows.map(({ row }) => row)}</List>
      {history.hasNextPage && (
        <Button
          look="soft"
          wide
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          <Trans>Ver más</Trans>
        </Button>
      )}
    </Section>
  )
}

function PastRow({ ticket, mayRate }: { ticket: PastTicket; mayRate: boolean }) {
  const modulo = ticket.modulo === null ? null : shortModulo(ticket.modulo)
  const language = useLanguage()
  const now = new Date(useNow())
  return (
    <ListRow
      href={`/offices/${ticket.officeSlug}/lines/${ticket.line}`}
      title={ticket.office_name}
      detail={
        <>
          <span className={styles.day}>
            {dayText(new Date(ticket.inserted_at), now, language, ticket.time_zone)}
          </span>{' '}
          ·{' '}
          {ticket.state === 'attended' && ticket.meet ? (
            <Trans>por video</Trans>
          ) : modulo !== null && ticket.state === 'attended' ? (
            <Trans>módulo {modulo}</Trans>
          ) : (
            <TicketStateWord ticket={ticket} />
          )}
        </>
      }
      end={<RowFigure>{ticket.ticket}</RowFigure>}
    >
      {mayRate && (
        <Button look="soft" size="tight" icon="poll" href={`/tickets/${ticket.tuid}/poll`}>
          <Trans>Evalúa la atención</Trans>
        </Button>
      )}
    </ListRow>
  )
}

function PastReservation({ reservation }: { reservation: ReservationReceipt }) {
  const language = useLanguage()
  const now = new Date(useNow())
  const label = useReservationLabel(reservation)
  return (
    <ListRow
      href={`/reservations/${reservation.id}`}
      title={reservation.office.name}
      detail={
        <>
          <span className={styles.day}>
            {dayText(new Date(reservation.from), now, language, reservation.time_zone)}
          </span>{' '}
          · {label}
        </>
      }
      end={<RowFigure>{reservation.code}</RowFigure>}
    />
  )
}
