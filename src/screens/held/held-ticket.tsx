import { categoryColour } from '#contract/categories.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { WaitText } from '#src/texts/wait-text.tsx'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'
import { AheadShort, TicketStateWord, TurnWords } from './ticket-words.tsx'

export interface HeldTicketProps {
  ticket: TicketReceipt
  /** The dock is slim, and leaves out the office; the rail is narrow, and says only where one stands. */
  at?: 'page' | 'dock' | 'rail'
}

/** A number in the hand, folded to a line: where one stands, also aside, or that it is one's turn. */
export function HeldTicket({ ticket, at = 'page' }: HeldTicketProps) {
  const isParked = ticket.state === 'parked'
  return (
    <SlimBar
      docked={at === 'dock'}
      href={`/tickets/${ticket.tuid}`}
      brand={categoryColour(ticket.category_id)}
      isTurn={ticket.called}
      number={ticket.ticket}
      title={
        ticket.called ? (
          <TurnWords ticket={ticket} />
        ) : isParked ? (
          <TicketStateWord ticket={ticket} />
        ) : (
          <AheadShort ahead={ticket.ahead} />
        )
      }
      detail={
        at === 'rail' ? undefined : ticket.called || isParked ? (
          ticket.office_name
        ) : at === 'dock' ? (
          <WaitText wait={ticket.wait} />
        ) : (
          <>
            <WaitText wait={ticket.wait} />
            <br />
            {ticket.office_name}
          </>
        )
      }
    />
  )
}
