import { useInfiniteQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Ticket } from '#contract/rest/tickets.ts'
import { historyQuery } from '#src/queries/history-query.ts'
import { useNow } from '#src/queries/use-now.ts'
import { TicketStateWord } from '#src/screens/shared/ticket-words.tsx'
import { useSession } from '#src/stores/session-store.ts'
import { dayText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'

export type PastTicket = Pick<
  Ticket,
  'tuid' | 'ticket' | 'office_name' | 'state' | 'inserted_at' | 'modulo' | 'officeSlug' | 'line'
>

/**
 * Numbers of the past, newest first: what the server knows in pages of 10 (TKT-06), and without it what this browser
 * keeps.
 */
export function HistoryList({ kept }: { kept: readonly PastTicket[] }) {
  const { t } = useLingui()
  const token = useSession(session => session.token)
  const history = useInfiniteQuery({ ...historyQuery(), enabled: token !== null })
  const listed: readonly PastTicket[] = history.data?.pages.flatMap(page => page.tickets) ?? kept
  if (listed.length === 0) return null
  return (
    <Section title={t`Antes`}>
      <List label={t`Antes`}>
        {listed.map(ticket => (
          <PastRow key={ticket.tuid} ticket={ticket} />
        ))}
      </List>
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

function PastRow({ ticket }: { ticket: PastTicket }) {
  const language = useLanguage()
  const now = new Date(useNow())
  return (
    <ListRow
      href={`/offices/${ticket.officeSlug}/lines/${ticket.line}`}
      title={ticket.office_name}
      detail={
        <>
          {dayText(new Date(ticket.inserted_at), now, language)} ·{' '}
          {ticket.modulo && ticket.state === 'attended' ? (
            <Trans>módulo {ticket.modulo}</Trans>
          ) : (
            <TicketStateWord state={ticket.state} />
          )}
        </>
      }
      end={<RowFigure>{ticket.ticket}</RowFigure>}
    />
  )
}
