import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { ChannelHandler } from '#server/phoenix/channel.ts'
import type { ConnectRequest } from '#server/phoenix/connect-request.ts'
import { type PhoenixEndpointOptions, createPhoenixEndpoint } from '#server/phoenix/endpoint.ts'
import type { Timers } from '#server/platform/timers.ts'

export interface Person {
  name: string
}

export interface Notes {
  joinedWith: unknown
}

export type Room = ChannelHandler<Person, Notes>
export type Frame = [joinRef: unknown, ref: unknown, topic: string, event: string, payload: unknown]

const openThings: (() => Promise<unknown> | unknown)[] = []

/** Everything that a test opened, the last first. For afterEach. */
export async function closeEverything(): Promise<void> {
  for (let close = openThings.pop(); close; close = openThings.pop()) await close()
}

export const atTheEnd = (close: () => Promise<unknown> | unknown): void => void openThings.push(close)

/** A room that lets everybody in, says back what it hears, and remembers who left and why. */
export function echoRoom(overrides: Partial<Room> = {}) {
  const left: string[] = []
  const room: Room = {
    join: ({ payload, channel }) => {
      channel.assigns.joinedWith = payload
      return { ok: {} }
    },
    handle: (event, payload) => {
      if (event === 'echo') return { ok: { heard: payload } }
      if (event === 'refuse') return { error: { reason: 'no' } }
      if (event === 'crash') throw new Error('a handler that fails')
    },
    left: (channel, reason) => void left.push(`${channel.topic} ${reason}`),
    ...overrides,
  }
  return { room, left }
}

type ServeOptions = Partial<PhoenixEndpointOptions<Person, Notes>>

/** An endpoint on a real server at a free port. Who connects is called what its token says, or "guest". */
export async function serve(options: ServeOptions = {}) {
  const connects: ConnectRequest[] = []
  const errors: unknown[] = []
  const endpoint = createPhoenixEndpoint<Person, Notes>({
    connect: request => {
      connects.push(request)
      return { name: request.token ?? 'guest' }
    },
    channels: { 'room:*': echoRoom().room },
    identityKey: ({ name }) => (name === 'guest' ? null : name),
    log: { warn: () => undefined, error: details => void errors.push(details) },
    ...options,
  })
  const others: RequestListener = (_request, response) => void response.writeHead(404).end()
  const server = createServer((request, response) => {
    if (!endpoint.handleRequest(request, response)) others(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (!endpoint.handleUpgrade(request, socket, head)) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  atTheEnd(async () => {
    await endpoint.close()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const host = `127.0.0.1:${port}`
  return { endpoint, host, http: `http://${host}`, ws: `ws://${host}/socket`, connects, errors }
}

/** A WebSocket that speaks in bare frames, for what the genuine client never does. */
export class RawClient {
  readonly #socket: WebSocket
  readonly #frames: Frame[] = []
  readonly #waiting: ((frame: Frame) => void)[] = []
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', data => {
      const frame = JSON.parse(String(data)) as Frame
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
   * What has come by the time the server has answered two more heartbeats. One would overtake the channels, which answer
   * when their handlers have: but those that wait for nothing are done before the second.
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

/** Time that passes when the test says so. */
export class ManualTime implements Timers {
  #now = 0
  readonly #planned = new Set<{ at: number; call: () => void; every?: number }>()

  readonly now = (): number => this.#now

  after(ms: number, call: () => void): () => void {
    return this.#plan({ at: this.#now + ms, call })
  }

  every(ms: number, call: () => void): () => void {
    return this.#plan({ at: this.#now + ms, call, every: ms })
  }

  get pending(): number {
    return this.#planned.size
  }

  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const due = [...this.#planned].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#now = due.at
      if (due.every === undefined) this.#planned.delete(due)
      else due.at += due.every
      due.call()
    }
    this.#now = end
  }

  #plan(planned: { at: number; call: () => void; every?: number }): () => void {
    this.#planned.add(planned)
    return () => void this.#planned.delete(planned)
  }
}
