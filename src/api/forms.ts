import { form } from '#contract/rest/forms.ts'
import { type Client, path } from './client.ts'

/**
 * Asked for anew each time: what an office asks, it may have changed a moment ago, and who answers the old
 * questions is refused.
 */
const newest = true

export const formsApi = (client: Client) => ({
  /** What is asked before a ticket of the line is taken (TKT-12). */
  ofTicket: (officeId: number, lineId: number, signal?: AbortSignal) =>
    client.call('v1', path`/offices/${officeId}/lines/${lineId}/forms`, form, {
      query: { ticket: true },
      signal,
      newest,
    }),
  /** What is asked before a time in the line is booked. */
  ofReservation: (officeId: number, lineId: number, signal?: AbortSignal) =>
    client.call('v1', path`/offices/${officeId}/lines/${lineId}/forms`, form, { signal, newest }),
})
