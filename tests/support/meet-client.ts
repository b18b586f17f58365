import { Socket } from 'phoenix'
import WebSocket from 'ws'
import { type MeetPresence, type MeetSignal, meetTopic } from '#contract/channel/meet-channel.ts'
import { systemRandom } from '#server/platform/random.ts'

export interface Answer {
  status: 'ok' | 'error'
  response: Record<string, unknown>
}

/**
 * A page in a video attention, as far as its channel goes: the genuine client, remembering all that it was
 * told.
 * @param asks whether it takes no seat from a clerk's colleague
 */
export async function meet(
  origin: string,
  reservation: string,
  token: string | null,
  page: string = systemRandom.uuid(),
  asks?: boolean,
) {
  const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
    transport: WebSocket as unknown as typeof globalThis.WebSocket,
    ...(token === null ? {} : { authToken: token }),
  })
  socket.connect()
  const channel = socket.channel(meetTopic(reservation), { page, asks })
  const presences: MeetPresence[] = []
  const signals: MeetSignal[] = []
  channel.on('meet:presence', payload => void presences.push(payload as MeetPresence))
  channel.on('meet:signal', payload => void signals.push(payload as MeetSignal))
  const ask = (push: ReturnType<typeof channel.join>) =>
    new Promise<Answer>(resolve => {
      push
        .receive('ok', response => resolve({ status: 'ok', response }))
        .receive('error', response => resolve({ status: 'error', response }))
    })
  return {
    page,
    reply: await ask(channel.join()),
    /** Into another call, by the same socket. */
    enterToo: (other: string) => ask(socket.channel(meetTopic(other), { page }).join()),
    presences,
    signals,
    signal: (payload: object) => ask(channel.push('meet:signal', payload)),
    /** On purpose. */
    leave: () =>
      new Promise<void>(resolve => {
        channel.leave().receive('ok', () => resolve())
      }),
    /** The connection goes, as with a tunnel. */
    close: () => new Promise<void>(resolve => socket.disconnect(resolve)),
  }
}
