import type { Ticket } from '#contract/rest/tickets.ts'
import { SocketError, type OfficeSocket } from '#src/socket/office-socket.ts'
import type { Stop } from '#src/platform/subscribers.ts'

export interface AwaitedTicket {
  officeSlug: string
  lineId: number
  userId: string
  requestId: string
}

/**
 * Listens for the ticket that is about to be asked for: ticket:created for the same line and user, or the
 * ticket:error of the request. To be called before asking, or the answer may be over before anybody listens.
 *
 * @returns `created` rejects with the error's code, and never settles when neither comes
 * @see rule TKT-01
 */
export function awaitCreated(
  socket: Pick<OfficeSocket, 'subscribe'>,
  { officeSlug, lineId, userId, requestId }: AwaitedTicket,
): { created: Promise<Ticket>; stop: Stop } {
  let stop: Stop = () => undefined
  const created = new Promise<Ticket>((resolve, reject) => {
    stop = socket.subscribe(news => {
      if (news.kind === 'fact' && news.event === 'ticket:created') {
        const { owned } = news.payload
        if (owned?.line_id === lineId && owned.user_id === userId) resolve(owned)
      } else if (news.kind === 'ticket-error' && news.officeSlug === officeSlug) {
        if (news.error.request_id === requestId) reject(new SocketError(news.error.code))
      }
    })
  })
  // Whoever asked may have gone away with the reply's own refusal.
  created.catch(() => undefined)
  return { created, stop }
}
