import { ticket } from '#contract/rest/tickets.ts'
import { type Client, path } from './client.ts'

/**
 * The turn-management service: what one may do with a number in the hand. Each answers the ticket as it is
 * now.
 */
export const turnsApi = (client: Client) => ({
  /** Frees the place at once (TKT-13). */
  giveUp: (tuid: string) => client.call('turns', path`/tickets/${tuid}/give-up`, ticket, { method: 'POST' }),
  /** @param passes_left what the ticket said: asked again with the same, it lets nobody pass once more */
  letPass: (tuid: string, places: number, passes_left?: number) =>
    client.call('turns', path`/tickets/${tuid}/pass`, ticket, {
      method: 'POST',
      json: { places, passes_left },
    }),
  onMyWay: (tuid: string) =>
    client.call('turns', path`/tickets/${tuid}/on-my-way`, ticket, { method: 'POST' }),
  /** "Ya llegué": one whose call was missed waits again. */
  comeBack: (tuid: string) =>
    client.call('turns', path`/tickets/${tuid}/come-back`, ticket, { method: 'POST' }),
  /** Makes the caller's phone the one that a paper number calls. */
  followPaper: (secret: string) =>
    client.call('turns', '/papers', ticket, { method: 'POST', json: { secret } }),
})
