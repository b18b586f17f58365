import { LongPoll, Socket } from 'phoenix'
import WebSocket from 'ws'
import { type OfficeFactName, officeTopic } from '#contract/channel/office-channel.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import type { Heard } from './join-office.ts'
import type { Person, SeededOffice } from './seeded-office.ts'

export interface SteadfastPhone {
  /** The facts that came, in the order in which they came, what was missed among them. */
  facts: readonly Heard[]
  /** How often it was connected, and had to join. */
  joins(): number
  /** Of its session by long poll. */
  pollToken(): string
  leave(): Promise<void>
}

interface JoinReply {
  seq: number
  missed: Heard[]
}

const TRANSPORTS = { websocket: WebSocket, longpoll: LongPoll }

/** The genuine client on an office's topic; whenever it comes back it says how much it has heard already. */
export async function steadfastPhone(
  kind: keyof typeof TRANSPORTS,
  origin: string,
  { slug }: SeededOffice,
  { token }: Person,
): Promise<SteadfastPhone> {
  const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
    transport: TRANSPORTS[kind] as unknown as typeof globalThis.WebSocket,
    authToken: token,
    reconnectAfterMs: () => 200,
    rejoinAfterMs: () => 200,
  })
  const facts: Heard[] = []
  let last: number | undefined
  let joins = 0
  const channel = socket.channel(officeTopic(slug), () => (last === undefined ? {} : { last_seq: last }))
  // What the join brings may come by the connection before it, too: it is known by its number.
  const hear = (fact: Heard) => {
    if (fact.payload.seq <= (last ?? 0)) return
    facts.push(fact)
    last = fact.payload.seq
  }
  channel.onMessage = (event, payload) => {
    const { seq } = (payload ?? {}) as { seq?: number }
    if (seq !== undefined && !event.startsWith('chan_reply') && event !== 'phx_reply')
      hear({ event: event as OfficeFactName, payload: payload as Heard['payload'] })
    return payload
  }
  channel.join().receive('ok', ({ seq, missed }: JoinReply) => {
    joins += 1
    missed.forEach(hear)
    last = seq
  })
  socket.connect()
  await waitFor('the phone to join', () => joins > 0)
  return {
    facts,
    joins: () => joins,
    pollToken: () => (socket as unknown as { conn: { token: string } }).conn.token,
    leave: () => new Promise(resolve => socket.disconnect(resolve)),
  }
}
