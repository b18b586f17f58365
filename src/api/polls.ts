import { pollAnswer, pollList, type PollRequest } from '#contract/rest/polls.ts'
import { type Client, path } from './client.ts'

export const pollsApi = (client: Client) => ({
  /** What may still be rated. */
  open: (signal?: AbortSignal) => client.call('v1', '/user/polls', pollList, { signal }),
  answer: (poll: PollRequest['poll']) =>
    client.call('v1', '/user/polls', pollAnswer, { method: 'POST', json: { poll } }),
  decline: (ticketId: string) => client.tell('v1', path`/user/polls/${ticketId}`, { method: 'DELETE' }),
})
