import { randomUUID } from 'node:crypto'
import { Socket } from 'phoenix'
import WebSocket from 'ws'
import { officeTopic, type TicketNewReply } from '#contract/channel/office-channel.ts'
import type { Person, SeededOffice } from './seeded-office.ts'

/** A number taken as the application takes it: the genuine client joins, asks, and leaves. */
export async function takeByChannel(
  origin: string,
  { slug }: SeededOffice,
  { token, user_id }: Person,
  line_id: number,
  /** An event that no server knows, said before. */
  nonsense: string,
): Promise<TicketNewReply> {
  const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
    transport: WebSocket as unknown as typeof globalThis.WebSocket,
    authToken: token,
  })
  socket.connect()
  const channel = socket.channel(officeTopic(slug))
  const answer = <T>(push: ReturnType<typeof channel.join>) =>
    new Promise<T>((resolve, reject) => {
      push
        .receive('ok', resolve)
        .receive('error', reason => reject(new Error(JSON.stringify(reason))))
        .receive('timeout', () => reject(new Error('no answer')))
    })
  await answer(channel.join())
  await answer(channel.push(nonsense, {})).catch(() => undefined)
  const reply = await answer<TicketNewReply>(
    channel.push('ticket:new', { line_id, user_id, request_id: randomUUID() }),
  )
  await new Promise<void>(resolve => socket.disconnect(resolve))
  return reply
}
