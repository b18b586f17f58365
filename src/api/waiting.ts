import { WAIT_SERVICE_TIMEOUT_MS } from '#contract/limits.ts'
import { attentionCheck, customerWaiting } from '#contract/rest/tickets.ts'
import type { Client } from './client.ts'

/** The waiting room's questions. */
export const waitingApi = (client: Client) => ({
  /** Answers within 5 s or not at all (WAIT-01). */
  customerWaiting: (tuid: string, signal?: AbortSignal) =>
    client.call('wait', '/customerwaiting', customerWaiting, {
      query: { tuid },
      timeoutMs: WAIT_SERVICE_TIMEOUT_MS,
      signal,
    }),
  /** Whether the ticket or the reservation is being attended (WAIT-02). */
  attention: (id: string, type: 'ticket' | 'reserve', signal?: AbortSignal) =>
    client.call('attention', '/check', attentionCheck, { query: { id, type }, signal }),
})
