import { once } from 'node:events'
import { WebSocket } from 'ws'
import { atTheEnd } from './harness.ts'

export type Frame = [joinRef: unknown, ref: unknown, topic: string, event: string, payload: unknown]

/** What the server answers, as it stands on the wire. */
export const ok = (joinRef: unknown, ref: unknown, topic: string, response: object = {}): Frame => [
  joinRef,
  ref,
  topic,
  'phx_reply',
  { response, status: 'ok' },
]
export const refused = (joinRef: unknown, ref: unknown, topic: string, reason: string): Frame => [
  joinRef,
  ref,
  topic,
  'phx_reply',
  { response: { reason }, status: 'error' },
]

/** A WebSocket that speaks in bare frames, for what the genuine client never does. */
export class RawClient {
  readonly #socket: WebSocket
  readonly #frames: Frame[] = []
  readonly #waiting: ((frame: Frame) => void)[] = []
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame
      const waiter = this.#waiting.shift()
      if (waiter) waiter(frame)
      else this.#frames.push(frame)
    })
    socket.on('error', () => undefined)
    this.closed = new Promise(resolve => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    atTheEnd(() => socket.terminate())
  }

  get socket(): WebSocket {
    return this.#socket
  }

  send(...frame: unknown[]): void {
    this.#socket.send(JSON.stringify(frame))
  }

  sendRaw(data: string | Uint8Array): void {
    this.#socket.send(data)
  }

  next(): Promise<Frame> {
    const frame = this.#frames.shift()
    return frame ? Promise.resolve(frame) : new Promise(resolve => this.#waiting.push(resolve))
  }

  /**
   * What has come by the time the server has answered two more heartbeats. One would overtake the channels,
   * which answer when their handlers have: but those that wait for nothing are done before the second.
   */
  async sofar(): Promise<Frame[]> {
    const frames: Frame[] = []
    for (const ref of ['sofar-1', 'sofar-2']) {
      this.send(null, ref, 'phoenix', 'heartbeat', {})
      for (let frame = await this.next(); frame[1] !== ref; frame = await this.next()) frames.push(frame)
    }
    return frames
  }

  async join(topic: string, ref = '1', payload: object = {}): Promise<Frame> {
    this.send(ref, ref, topic, 'phx_join', payload)
    return this.next()
  }
}

export interface RawOptions {
  query?: string
  token?: string
  protocols?: string[]
  origin?: string
  path?: string
}

const bearer = (token: string) => `base64url.bearer.phx.${btoa(token).replace(/=/g, '')}`

function open(server: { ws: string }, options: RawOptions): WebSocket {
  const { query = '?vsn=2.0.0', token, origin, path = '/websocket' } = options
  const protocols = options.protocols ?? (token === undefined ? [] : ['phoenix', bearer(token)])
  return new WebSocket(server.ws + path + query, protocols, { origin, perMessageDeflate: false })
}

export async function connectRaw(server: { ws: string }, options: RawOptions = {}): Promise<RawClient> {
  const socket = open(server, options)
  const client = new RawClient(socket)
  await once(socket, 'open')
  return client
}

/** The HTTP status with which an upgrade is refused. */
export async function refusalOf(server: { ws: string }, options: RawOptions = {}): Promise<number> {
  const socket = open(server, options)
  socket.on('error', () => undefined)
  atTheEnd(() => socket.terminate())
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => reject(new Error('the upgrade was accepted')))
  })
}
