import { type Channel, LongPoll, Socket, type SocketConnectOption } from 'phoenix'
import { afterEach, describe, expect, it } from 'vitest'
import { atTheEnd, closeEverything, echoRoom, serve, soon } from './harness.ts'
import { byHand } from './manual-time.ts'

afterEach(closeEverything)

/** The genuine client, in a hurry where it would otherwise wait for seconds. */
function clientOf(server: { ws: string }, options: Partial<SocketConnectOption> = {}): Socket {
  const socket = new Socket(server.ws, { reconnectAfterMs: () => 20, rejoinAfterMs: () => 20, ...options })
  socket.connect()
  atTheEnd(() => new Promise<void>(resolve => socket.disconnect(resolve)))
  return socket
}

type Answer = { status: string; response: unknown }

interface Receiver {
  receive(status: 'ok' | 'error' | 'timeout', callback: (response: unknown) => void): this
}

const answerTo = (push: Receiver): Promise<Answer> =>
  new Promise(resolve => {
    for (const status of ['ok', 'error', 'timeout'] as const) {
      push.receive(status, response => resolve({ status, response }))
    }
  })

const next = (channel: Channel, event: string): Promise<unknown> =>
  new Promise(resolve => {
    const ref = channel.on(event, payload => {
      channel.off(event, ref)
      resolve(payload)
    })
  })

describe.each([
  ['by WebSocket', undefined],
  ['by long poll', LongPoll],
] as const)('the genuine client %s', (_name, transport) => {
  const options = transport ? { transport } : {}

  it('joins, and is told why it may not', async () => {
    const { room } = echoRoom({
      join: ({ topic, payload }) =>
        topic === 'room:shut' ? { error: { reason: 'shut' } } : { ok: { payload } },
    })
    const socket = clientOf(await serve({ channels: { 'room:*': room } }), options)
    const joined = await answerTo(socket.channel('room:a', { last_seq: 3 }).join())
    expect(joined).toEqual({ status: 'ok', response: { payload: { last_seq: 3 } } })
    const shut = socket.channel('room:shut')
    expect(await answerTo(shut.join())).toEqual({ status: 'error', response: { reason: 'shut' } })
    shut.leave()
    const lobby = socket.channel('lobby')
    expect(await answerTo(lobby.join())).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
    lobby.leave()
  })

  it('pushes before it has joined, and hears ok, error, or nothing', async () => {
    const socket = clientOf(await serve(), options)
    const channel = socket.channel('room:a')
    channel.join()
    const answers = [
      channel.push('echo', { n: 1 }),
      channel.push('refuse', {}),
      channel.push('hush', {}, 100),
    ]
    expect(await Promise.all(answers.map(answerTo))).toEqual([
      { status: 'ok', response: { heard: { n: 1 } } },
      { status: 'error', response: { reason: 'no' } },
      { status: 'timeout', response: {} },
    ])
  })

  it('hears broadcasts in order, in full, until it leaves', async () => {
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room } })
    const socket = clientOf(server, options)
    const channel = socket.channel('room:a')
    await answerTo(channel.join())
    const heard: number[] = []
    channel.on('n', ({ n }: { n: number }) => void heard.push(n))
    for (let n = 0; n < 100; n++)
      server.endpoint.broadcast('room:a', 'n', { n, text: '¿dónde está la fila? 🎟️' })
    await soon(() => heard.length).toBe(100)
    expect(heard).toEqual(Array.from({ length: 100 }, (_, n) => n))
    await answerTo(channel.leave())
    await soon(() => left).toEqual(['room:a left'])
    expect(server.endpoint.broadcast('room:a', 'n', {})).toBe(0)
  })

  it('is closed by a second channel on its topic, as the client wants it', async () => {
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room } })
    const socket = clientOf(server, options)
    const first = socket.channel('room:a')
    await answerTo(first.join())
    const firstClosed = new Promise<void>(resolve => first.onClose(() => resolve()))
    const second = socket.channel('room:a')
    expect((await answerTo(second.join())).status).toBe('ok')
    await firstClosed
    expect(left).toHaveLength(1)
    expect((await answerTo(second.push('echo', {}))).status).toBe('ok')
  })

  it('joins anew a channel that crashed', async () => {
    const socket = clientOf(await serve(), options)
    const channel = socket.channel('room:a')
    await answerTo(channel.join())
    const reason = new Promise(resolve => channel.onError(resolve))
    channel.push('crash', {})
    expect(await reason).toEqual({ reason: 'channel_crash' })
    expect((await answerTo(channel.push('echo', {}))).status).toBe('ok')
  })

  it('comes back and joins anew after the server ended its socket', async () => {
    const server = await serve()
    const socket = clientOf(server, { ...options, authToken: 'ana' })
    const channel = socket.channel('room:a')
    await answerTo(channel.join())
    const closed = new Promise<CloseEvent>(resolve => socket.onClose(resolve))
    expect(server.endpoint.disconnect('ana')).toBe(1)
    expect((await closed).code).toBe(transport ? 3410 : 1000)
    await soon(() => server.endpoint.channelsOf('room:a').size).toBe(1)
    expect((await answerTo(channel.push('echo', {}))).status).toBe('ok')
    expect(server.connects.map(({ token }) => token)).toEqual(['ana', 'ana'])
  })

  it('brings its token and its params', async () => {
    const server = await serve()
    const socket = clientOf(server, { ...options, authToken: 'a.token+of/ana', params: { lang: 'pt' } })
    await answerTo(socket.channel('room:a').join())
    expect(server.connects[0]).toMatchObject({
      token: 'a.token+of/ana',
      params: { lang: 'pt' },
      transport: transport ? 'longpoll' : 'websocket',
    })
  })

  it('measures the way there and back by heartbeat', async () => {
    const socket = clientOf(await serve(), options)
    await new Promise<void>(resolve => socket.onOpen(resolve))
    expect(await new Promise<number>(resolve => socket.ping(resolve))).toBeGreaterThanOrEqual(0)
  })

  it('pushes bytes', async () => {
    const { room } = echoRoom({
      handle: (_event, payload) => ({ ok: { bytes: [...(payload as Uint8Array)] } }),
    })
    const socket = clientOf(await serve({ channels: { 'room:*': room } }), options)
    const channel = socket.channel('room:a')
    await answerTo(channel.join())
    const { response } = await answerTo(channel.push('blob', new Uint8Array([0, 255, 7]).buffer))
    expect(response).toEqual({ bytes: [0, 255, 7] })
  })

  it('pushes more than a batch holds at once', async () => {
    const socket = clientOf(await serve(), options)
    const channel = socket.channel('room:a')
    await answerTo(channel.join())
    const answers = await Promise.all(
      Array.from({ length: 230 }, (_, n) => answerTo(channel.push('echo', { n }))),
    )
    expect(answers.map(({ response }) => response)).toEqual(
      Array.from({ length: 230 }, (_, n) => ({ heard: { n } })),
    )
  })
})

it('keeps an idle socket open by the genuine client’s heartbeats', async () => {
  const { time, timing } = byHand()
  const server = await serve({ ...timing })
  const socket = clientOf(server, { heartbeatIntervalMs: 200 })
  const channel = socket.channel('room:a')
  await answerTo(channel.join())
  // Thrice two thirds of the silence that it may keep.
  for (let beats = 0; beats < 3; beats += 1) {
    const before = server.endpoint.stats().messagesIn
    await soon(() => server.endpoint.stats().messagesIn).toBeGreaterThan(before)
    time.advance(40_000)
  }
  expect(socket.isConnected()).toBe(true)
  expect(server.endpoint.stats().ended).toEqual({})
})

it('the genuine client selects the subprotocol "phoenix" when it brings a token', async () => {
  const socket = clientOf(await serve(), { authToken: 'ana' })
  await new Promise<void>(resolve => socket.onOpen(resolve))
  expect((socket as unknown as { conn: WebSocket }).conn.protocol).toBe('phoenix')
})

it('the genuine client falls back to long poll where WebSockets do not come through', async () => {
  const server = await serve()
  class BlockedWebSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace('/socket/', '/blocked/'), protocols)
    }
  }
  const socket = clientOf(server, {
    authToken: 'ana',
    transport: BlockedWebSocket,
    longPollFallbackMs: 1_000,
  })
  const channel = socket.channel('room:a')
  expect((await answerTo(channel.join())).status).toBe('ok')
  const called = next(channel, 'called')
  server.endpoint.sendTo('ana', 'called', { modulo: '3' })
  expect(await called).toEqual({ modulo: '3' })
  expect(server.connects).toMatchObject([{ token: 'ana', transport: 'longpoll' }])
})

it('the genuine client is told by long poll that it may not connect', async () => {
  const server = await serve({ connect: () => null })
  const socket = clientOf(server, { transport: LongPoll, reconnectAfterMs: () => 60_000 })
  const error = new Promise(resolve => socket.onError(resolve))
  const closed = new Promise<CloseEvent>(resolve => socket.onClose(resolve))
  expect(await error).toBe(403)
  expect((await closed).code).toBe(1008)
})
