import { ticket, ticketHistory, ticketList, type TicketRequest } from '#contract/rest/tickets.ts'
import { type Client, path } from './client.ts'

export const ticketsApi = (client: Client) => ({
  active: (signal?: AbortSignal) =>
    client.call('v1', '/tickets', ticketList, { query: { status: 'active' }, signal }),
  /** @param page from 1 */
  history: (page: number, signal?: AbortSignal) =>
    client.call('v1', '/tickets', ticketHistory, { query: { status: 'history', page }, signal }),
  one: (tuid: string, signal?: AbortSignal) =>
    client.call('v1', path`/user/v2/tickets/${tuid}`, ticket, { signal }),
  /** The web-module path: the same ticket as by the channel (TKT-10). */
  take: (officeId: number, request: TicketRequest) =>
    client.call('v1', path`/offices/${officeId}/tickets/new`, ticket, { method: 'POST', json: request }),
})
