import { Socket } from 'phoenix'
import WebSocket from 'ws'
import { JOIN_BUSY, type OfficeFactName, officeTopic } from '#contract/channel/office-channel.ts'
import type { Person, SeededOffice } from './seeded-office.ts'

export interface Heard {
  event: OfficeFactName
  payload: { seq: number; ticket: string; tuid?: string; ruid?: string }
}

/** A phone on an office's topic. */
export interface Phone {
  /** The facts that came, in the order in which they came. */
  facts: readonly Heard[]
  leave(): Promise<void>
}

/**
 * The genuine client, joined with the person's token. Where a busy machine's server turns it away it comes
 * back by itself.
 */
export async function joinOffice(origin: string, { slug }: SeededOffice, { token }: Person): Promise<Phone> {
  const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
    transport: WebSocket as unknown as typeof globalThis.WebSocket,
    authToken: token,
  })
  socket.connect()
  const channel = socket.channel(officeTopic(slug))
  const facts: Heard[] = []
  channel.onMessage = (event, payload) => {
    if (payload && typeof payload === 'object' && 'seq' in payload && !event.startsWith('chan_reply')) {
      facts.push({ event: event as OfficeFactName, payload: payload as Heard['payload'] })
    }
    return payload
  }
  await new Promise<void>((resolve, reject) => {
    channel
      .join()
      .receive('ok', () => resolve())
      .receive('error', refusal => {
        if (refusal.reason !== JOIN_BUSY) reject(new Error(JSON.stringify(refusal)))
      })
  })
  return { facts, leave: () => new Promise(resolve => socket.disconnect(resolve)) }
}
