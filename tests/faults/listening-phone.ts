import { LongPoll, Socket } from 'phoenix'
import WebSocket from 'ws'
import { officeTopic } from '#contract/channel/office-channel.ts'
import type { JoinReply } from '#contract/channel/office-channel.ts'
import type { Heard } from './join-office.ts'
import type { Person, SeededOffice } from './seeded-office.ts'

type Ajax = (method: string, headers: Record<string, string>, ...rest: unknown[]) => unknown
const { ajax } = LongPoll.prototype as unknown as { ajax: Ajax }

/**
 * Each poll by a connection of its own. The one pool of this process would bring some polls of a phone to
 * the server that goes, and others to the one that comes.
 */
class PollsApart extends LongPoll {
  ajax(...[method, headers, ...rest]: Parameters<Ajax>): unknown {
    return ajax.call(this, method, { ...headers, connection: 'close' }, ...rest)
  }
}

const TRANSPORTS = { websocket: WebSocket, longpoll: PollsApart }

/** A phone that comes back by itself, and asks for what it missed. */
export interface ListeningPhone {
  person: Person
  kind: keyof typeof TRANSPORTS
  /** The newest fact when it came first. */
  from: number
  /** The newest that it knows. */
  readonly last: number
  /** In the order in which they came, each once. */
  facts: readonly Heard[]
  /** With which codes its sockets were closed, or its session by long poll (3410: it is gone). */
  closed: readonly number[]
  leave(): Promise<void>
}

/** The genuine client, joined with the person's token. */
export async function listen(
  kind: keyof typeof TRANSPORTS,
  origin: string,
  { slug }: SeededOffice,
  person: Person,
): Promise<ListeningPhone> {
  const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
    transport: TRANSPORTS[kind] as unknown as typeof globalThis.WebSocket,
    authToken: person.token,
  })
  const facts: Heard[] = []
  const closed: number[] = []
  let leaving = false
  let last: number | undefined
  const hear = (heard: Heard): void => {
    if (last !== undefined && heard.payload.seq <= last) return
    last = heard.payload.seq
    facts.push(heard)
  }
  socket.onClose(event => {
    if (!leaving) closed.push(event.code)
  })
  socket.connect()
  const channel = socket.channel(officeTopic(slug), () => ({ last_seq: last }))
  channel.onMessage = (event, payload) => {
    if (payload && typeof payload === 'object' && 'seq' in payload && event.includes(':'))
      hear({ event: event as Heard['event'], payload: payload as Heard['payload'] })
    return payload
  }
  const from = await new Promise<number>((resolve, reject) => {
    channel
      .join()
      // Said again each time that it comes back.
      .receive('ok', ({ seq, missed }: JoinReply) => {
        for (const { event, payload } of missed)
          hear({ event: event as Heard['event'], payload: payload as Heard['payload'] })
        last ??= seq
        resolve(seq)
      })
      .receive('error', reason => reject(new Error(JSON.stringify(reason))))
  })
  return {
    person,
    kind,
    from,
    get last() {
      return last ?? from
    },
    facts,
    closed,
    leave() {
      leaving = true
      return new Promise(resolve => socket.disconnect(resolve))
    },
  }
}
