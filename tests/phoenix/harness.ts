import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect } from 'vitest'
import type { ChannelHandler } from '#server/phoenix/channel.ts'
import type { ConnectRequest } from '#server/phoenix/connect-request.ts'
import { type PhoenixEndpointOptions, createPhoenixEndpoint } from '#server/phoenix/endpoint.ts'

export interface Person {
  name: string
}

export interface Notes {
  joinedWith: unknown
}

export type Room = ChannelHandler<Person, Notes>

const openThings: (() => unknown)[] = []

/** Everything that a test opened, the last first. For afterEach. */
export async function closeEverything(): Promise<void> {
  for (let close = openThings.pop(); close; close = openThings.pop()) await close()
}

export const atTheEnd = (close: () => unknown): void => void openThings.push(close)

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
  const seen = { requests: 0 }
  const server = createServer((request, response) => {
    seen.requests += 1
    if (!endpoint.handleRequest(request, response)) response.writeHead(404).end()
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
  const onSocket = (listener: (socket: Socket) => void) => void server.on('connection', listener)
  return {
    endpoint,
    onSocket,
    host,
    http: `http://${host}`,
    ws: `ws://${host}/socket`,
    connects,
    errors,
    seen,
  }
}

/** What comes true in a moment. */
export function soon<T>(ask: () => T) {
  return expect.poll(ask, { interval: 5 })
}

/** A promise, and the way to keep it. */
export function promised() {
  let keep = () => {}
  const promise = new Promise<void>(resolve => (keep = resolve))
  return { promise, keep }
}
