import type { PushMessage } from '#contract/push-message.ts'
import type { Ticket } from '#contract/rest/tickets.ts'

type Data = PushMessage['notification']['data']

/** A push about a ticket, as the server sends it and the worker leaves it in the inbox. */
export function pushAbout(ticket: Ticket, change: Partial<Data>): PushMessage {
  return {
    web_push: 8030,
    notification: {
      title: 'Es tu turno',
      body: '',
      navigate: `https://numerito.example/tickets/${ticket.tuid}`,
      lang: 'es',
      tag: `ticket-${ticket.tuid}`,
      data: {
        kind: 'call',
        delivery_id: '88888888-0000-4000-8000-000000000001',
        tuid: ticket.tuid,
        office_slug: ticket.officeSlug,
        office_name: ticket.office_name,
        line_id: ticket.line_id,
        line_name: ticket.line_name,
        ticket: ticket.ticket,
        modulo: '3',
        ahead: null,
        // Ten minutes after the number was taken.
        at: new Date(Date.parse(ticket.inserted_at) + 600_000).toISOString(),
        seq: 15,
        ...change,
      },
    },
  }
}
