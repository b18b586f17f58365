import { form } from '#contract/rest/forms.ts'
import { type Client, path } from './client.ts'

export const formsApi = (client: Client) => ({
  /** What is asked before a ticket of the line is taken (TKT-12). */
  ofTicket: (officeId: number, lineId: number, signal?: AbortSignal) =>
    client.call('v1', path`/offices/${officeId}/lines/${lineId}/forms`, form, {
      query: { ticket: true },
      signal,
    }),
  /** What is asked before a time in the line is booked. */
  ofReservation: (officeId: number, lineId: number, signal?: AbortSignal) =>
    client.call('v1', path`/offices/${officeId}/lines/${lineId}/forms`, form, { signal }),
})
