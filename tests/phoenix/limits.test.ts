import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { atTheEnd, closeEverything, echoRoom, promised, serve, soon } from './harness.ts'
import { byHand } from './manual-time.ts'
import { type RawClient, connectRaw, ok, refusalOf, refused } from './raw-client.ts'

afterEach(closeEverything)

const beat = async (client: RawClient) => {
  client.send(null, 'beat', 'phoenix', 'heartbeat', {})
  await client.next()
}

describe('silence', () => {
  it('of 60 s closes with 1002', async () => {
    const { time, timing } = byHand()
    const client = await connectRaw(await serve({ ...timing }))
    await client.join('room:a')
    time.advance(60_000)
    expect(await client.closed).toEqual({ code: 1002, reason: 'no message for too long' })
  })

  it('is counted from the last message, and broken by a ping of the WebSocket too', async () => {
    const { time, timing } = byHand()
    const server = await serve({ ...timing })
    const client = await connectRaw(server)
    time.advance(40_000)
    await beat(client)
    time.advance(40_000)
    client.socket.ping()
    await once(client.socket, 'pong')
    time.advance(59_999)
    await beat(client)
    time.advance(60_000)
    expect((await client.closed).code).toBe(1002)
    expect(server.endpoint.stats().ended).toEqual({ idle: 1 })
  })
})

describe('slow handlers', () => {
  it('a join that takes too long is refused, and undone when it is accepted after all', async () => {
    const { time, timing } = byHand()
    let accept = () => {}
    const { room, left } = echoRoom({
      join: () => new Promise(resolve => (accept = () => resolve({ ok: {} }))),
    })
    const server = await serve({ ...timing, channels: { 'room:*': room } })
    const client = await connectRaw(server)
    client.send('1', '1', 'room:a', 'phx_join', {})
    await client.sofar()
    time.advance(10_000)
    expect(await client.next()).toEqual(refused('1', '1', 'room:a', 'join timeout'))
    expect(server.endpoint.stats().channels).toBe(0)
    expect(left).toEqual([])
    accept()
    await soon(() => left).toEqual(['room:a timeout'])
  })

  it('a connect that takes too long is answered 503', async () => {
    const { time, timing } = byHand()
    const server = await serve({ ...timing, connect: () => new Promise(() => {}) })
    const refusal = refusalOf(server)
    await soon(() => time.pending).toBe(1)
    time.advance(10_000)
    expect(await refusal).toBe(503)
  })

  it('messages that pile up behind one close with 1008', async () => {
    const { room } = echoRoom({ handle: () => new Promise(() => {}) })
    const server = await serve({ channels: { 'room:*': room }, limits: { pendingMessages: 5, closeMs: 50 } })
    const client = await connectRaw(server)
    await client.join('room:a')
    for (let n = 0; n < 5; n++) client.send('1', `${n}`, 'room:a', 'echo', {})
    expect(await client.sofar()).toEqual([])
    client.send('1', '6', 'room:a', 'echo', {})
    expect(await client.closed).toEqual({ code: 1008, reason: 'too many messages pending' })
    expect(server.endpoint.stats().channels).toBe(0)
  })

  it('messages that waited behind a crash are not counted as pending for ever', async () => {
    const { room } = echoRoom({
      handle: async event => {
        await new Promise(resolve => setTimeout(resolve, 5))
        if (event === 'crash') throw new Error('a handler that fails')
        return { ok: {} }
      },
    })
    const server = await serve({ channels: { 'room:*': room }, limits: { pendingMessages: 5 } })
    const client = await connectRaw(server)
    for (let round = 0; round < 3; round++) {
      await client.join('room:a')
      for (const event of ['crash', 'a', 'b', 'c']) client.send('1', '2', 'room:a', event, {})
      for (let n = 0; n < 4; n++) await client.next()
    }
    expect(await client.join('room:a')).toEqual(ok('1', '1', 'room:a'))
  })

  it('what has been answered is not counted as pending', async () => {
    const { room } = echoRoom()
    const server = await serve({ channels: { 'room:*': room }, limits: { pendingMessages: 3 } })
    const client = await connectRaw(server)
    await client.join('room:a')
    for (let n = 0; n < 20; n++) {
      client.send('1', `${n}`, 'room:a', n % 7 === 6 ? 'crash' : 'echo', {})
      await client.next()
      if (n % 7 === 6) await client.join('room:a')
    }
    client.send('1', '21', 'room:a', 'phx_leave', {})
    expect(await client.sofar()).toHaveLength(2)
  })
})

describe('too much', () => {
  it('the 101st channel of a socket is refused, and a rejoin of the 100th is not', async () => {
    const client = await connectRaw(await serve())
    for (let n = 1; n <= 100; n++) {
      expect(await client.join(`room:${n}`, `${n}`)).toEqual(ok(`${n}`, `${n}`, `room:${n}`))
    }
    const oneMore = await client.join('room:101', '101')
    expect(oneMore).toEqual(refused('101', '101', 'room:101', 'too many channels joined'))
    expect(await client.join('room:100', '102')).toEqual(ok('102', '102', 'room:100'))
    await client.next()
    client.send('102', '103', 'room:100', 'phx_leave', {})
    await client.sofar()
    expect(await client.join('room:101', '104')).toEqual(ok('104', '104', 'room:101'))
  })

  it('messages beyond the burst close with 1008', async () => {
    const { timing } = byHand()
    const server = await serve({ ...timing, limits: { messageBurst: 10 } })
    const client = await connectRaw(server)
    for (let n = 0; n < 10; n++) await beat(client)
    client.send(null, '11', 'phoenix', 'heartbeat', {})
    expect(await client.closed).toEqual({ code: 1008, reason: 'too many messages' })
  })

  it('the burst comes back with time', async () => {
    const { time, timing } = byHand()
    const server = await serve({ ...timing, limits: { messageBurst: 10, messagesPerSecond: 2 } })
    const client = await connectRaw(server)
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 10; n++) await beat(client)
      time.advance(5_000)
    }
    time.advance(20_000)
    for (let n = 0; n < 10; n++) await beat(client)
    client.send(null, '11', 'phoenix', 'heartbeat', {})
    expect((await client.closed).code).toBe(1008)
  })

  it('a message that is too long closes with 1009', async () => {
    const client = await connectRaw(await serve({ limits: { frameBytes: 1_000 } }))
    client.sendRaw('x'.repeat(1_001))
    expect((await client.closed).code).toBe(1009)
  })

  it('sockets beyond the limit are answered 503, whether open or still being admitted', async () => {
    const [asked, admitted] = [promised(), promised()]
    const connect = async ({ params }: { params: Readonly<Record<string, string>> }) => {
      if (params['slow']) {
        asked.keep()
        await admitted.promise
      }
      return { name: 'guest' }
    }
    const server = await serve({ limits: { sockets: 2 }, connect })
    const first = await connectRaw(server)
    const second = connectRaw(server, { query: '?vsn=2.0.0&slow=yes' })
    await asked.promise
    expect(await refusalOf(server)).toBe(503)
    admitted.keep()
    await second
    expect(await refusalOf(server)).toBe(503)
    first.socket.close()
    await first.closed
    await soon(() => server.endpoint.stats().sockets.websocket).toBe(1)
    await connectRaw(server)
  })
})

describe('a client that does not read', () => {
  const fillUp = async (client: RawClient, isOver: () => boolean, say: () => void) => {
    client.socket.pause()
    for (let n = 0; n < 2_000 && !isOver(); n++) {
      say()
      await new Promise(resolve => setImmediate(resolve))
    }
  }

  it('is closed with 1013 once it holds too much, and the others are not', async () => {
    const server = await serve({ limits: { bufferedBytes: 100_000, closeMs: 60_000 } })
    const [deaf, good] = [await connectRaw(server), await connectRaw(server)]
    await deaf.join('room:a')
    await good.join('room:a')
    const isOver = () => server.endpoint.stats().ended.slowConsumer === 1
    await fillUp(deaf, isOver, () => server.endpoint.broadcast('room:a', 'n', { text: 'x'.repeat(20_000) }))
    expect(server.endpoint.stats()).toMatchObject({ channels: 1, ended: { slowConsumer: 1 } })
    deaf.socket.resume()
    expect(await deaf.closed).toEqual({ code: 1013, reason: 'slow consumer' })
    expect((await good.sofar()).length).toBeGreaterThan(5)
  })

  it('is cut off when it does not even read the close', async () => {
    const { time, timing } = byHand()
    const server = await serve({ ...timing, limits: { bufferedBytes: 100_000 } })
    const deaf = await connectRaw(server)
    await deaf.join('room:a')
    const isOver = () => server.endpoint.stats().ended.slowConsumer === 1
    await fillUp(deaf, isOver, () => server.endpoint.broadcast('room:a', 'n', { text: 'x'.repeat(20_000) }))
    expect(time.pending).toBe(1)
    time.advance(3_000)
    deaf.socket.resume()
    expect((await deaf.closed).code).toBe(1006)
  })

  it('is closed too when a join holds back more than it may hold', async () => {
    const { room } = echoRoom({ join: () => new Promise(() => {}) })
    const limits = { bufferedBytes: 10_000, closeMs: 50 }
    const server = await serve({ channels: { 'room:*': room }, limits })
    const client = await connectRaw(server)
    client.send('1', '1', 'room:a', 'phx_join', {})
    await client.sofar()
    for (let n = 0; n < 20; n++) server.endpoint.broadcast('room:a', 'n', { text: 'x'.repeat(1_000) })
    expect((await client.closed).code).toBe(1013)
  })
})

it('a client that hangs up while it is being admitted leaves nothing behind', async () => {
  const [asked, admitted] = [promised(), promised()]
  const server = await serve({
    connect: async () => {
      asked.keep()
      await admitted.promise
      return { name: 'guest' }
    },
  })
  const socket = connect(Number(server.host.split(':')[1]), '127.0.0.1')
  atTheEnd(() => socket.destroy())
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  socket.write(
    `GET /socket/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: ${server.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  await asked.promise
  socket.resetAndDestroy()
  await once(socket, 'close')
  admitted.keep()
  // Whoever comes after it is in when what becomes of it is settled.
  await connectRaw(server)
  expect(server.endpoint.stats().sockets).toEqual({ websocket: 1, longpoll: 0 })
  expect(server.errors).toEqual([])
})
