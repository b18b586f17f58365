import type { ReactNode } from 'react'
import { TicketBody, TicketCard, TicketPerforation } from '#src/ui/card/ticket-card.tsx'

/** The form on the same card as the numbers that it opens; the press that sends it is its torn-off part. */
export function AccountDoor(props: {
  title: ReactNode
  detail: ReactNode
  fields: ReactNode
  button: ReactNode
}) {
  return (
    <TicketCard icon="user" office={props.title} line={props.detail}>
      <TicketBody>{props.fields}</TicketBody>
      <TicketPerforation />
      <TicketBody>{props.button}</TicketBody>
    </TicketCard>
  )
}
