import { Trans } from '@lingui/react/macro'
import { categoryColour } from '#contract/categories.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { AheadShort } from '#src/screens/shared/ticket-words.tsx'
import { WaitText } from '#src/texts/wait-text.tsx'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'

/** A number in the hand, folded to a line: where one stands, or that it is one's turn. */
export function HeldTicket({ ticket, docked = false }: { ticket: TicketReceipt; docked?: boolean }) {
  return (
    <SlimBar
      docked={docked}
      href={`/tickets/${ticket.tuid}`}
      brand={categoryColour(ticket.category_id)}
      isTurn={ticket.called}
      number={ticket.ticket}
      title={
        ticket.called ? (
          <Trans>Es tu turno · módulo {ticket.modulo}</Trans>
        ) : (
          <AheadShort ahead={ticket.ahead} />
        )
      }
      detail={
        ticket.called ? (
          ticket.office_name
        ) : (
          <>
            <WaitText wait={ticket.wait} /> · {ticket.office_name}
          </>
        )
      }
    />
  )
}
