import { afterEach, describe, expect, it } from 'vitest'
import { closeEverything, echoRoom, promised, serve, soon } from './harness.ts'
import { connectRaw, ok, refusalOf } from './raw-client.ts'

afterEach(closeEverything)

const joined = async (server: { ws: string }, token: string, topic = 'room:a') => {
  const client = await connectRaw(server, { token })
  await client.join(topic)
  return client
}

describe('broadcast', () => {
  it('reaches every channel of the topic with null refs, and no other topic', async () => {
    const server = await serve()
    const [ana, luis, eva] = await Promise.all([
      joined(server, 'ana'),
      joined(server, 'luis'),
      joined(server, 'eva', 'room:b'),
    ])
    expect(server.endpoint.broadcast('room:a', 'called', { modulo: '3' })).toBe(2)
    expect(await ana.next()).toEqual([null, null, 'room:a', 'called', { modulo: '3' }])
    expect(await luis.next()).toEqual([null, null, 'room:a', 'called', { modulo: '3' }])
    expect(await eva.sofar()).toEqual([])
  })

  it('to a topic of nobody is nothing', async () => {
    expect((await serve()).endpoint.broadcast('room:a', 'called', {})).toBe(0)
  })

  it('spares the channels it is told to, who get a private variant instead', async () => {
    const server = await serve()
    const [ana, luis] = await Promise.all([joined(server, 'ana'), joined(server, 'luis')])
    expect(server.endpoint.sendTo('ana', 'called', { yours: true }, 'room:a')).toBe(1)
    const except = (channel: { identityKey: string | null }) => channel.identityKey === 'ana'
    expect(server.endpoint.broadcast('room:a', 'called', {}, { except })).toBe(1)
    expect(await ana.sofar()).toEqual([['1', null, 'room:a', 'called', { yours: true }]])
    expect(await luis.sofar()).toEqual([[null, null, 'room:a', 'called', {}]])
  })

  it('keeps the order in which it was said, private words included', async () => {
    const server = await serve()
    const ana = await joined(server, 'ana')
    for (let n = 0; n < 50; n++) {
      if (n % 3 === 0) server.endpoint.sendTo('ana', 'n', { n })
      else server.endpoint.broadcast('room:a', 'n', { n })
    }
    const heard = (await ana.sofar()).map(([, , , , payload]) => (payload as { n: number }).n)
    expect(heard).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })

  describe('in one go', () => {
    /** How often the server has written to its sockets. */
    async function counting() {
      const server = await serve()
      let writes = 0
      server.onSocket(socket => {
        const write = socket._writev?.bind(socket)
        socket._writev = (chunks, done) => {
          writes += 1
          write?.(chunks, done)
        }
      })
      return { ...server, writes: () => writes }
    }

    it('is one writing for each socket, in the order in which it was said', async () => {
      const server = await counting()
      const [ana, luis] = await Promise.all([joined(server, 'ana'), joined(server, 'luis')])
      const before = server.writes()
      server.endpoint.inOneGo(() => {
        for (let n = 0; n < 10; n++) {
          if (n % 3 === 0) server.endpoint.sendTo('ana', 'n', { n })
          else server.endpoint.broadcast('room:a', 'n', { n })
        }
      })
      expect(server.writes() - before).toBe(2)
      const heard = async (client: typeof ana) =>
        (await client.sofar()).map(([, , , , payload]) => (payload as { n: number }).n)
      expect(await heard(ana)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(await heard(luis)).toEqual([1, 2, 4, 5, 7, 8])
      // And not again for what is said later.
      server.endpoint.broadcast('room:a', 'n', { n: 10 })
      expect(await heard(ana)).toEqual([10])
    })

    it('is said as far as it came where it fails, also one within another', async () => {
      const server = await counting()
      const ana = await joined(server, 'ana')
      const say = (n: number) => server.endpoint.broadcast('room:a', 'n', { n })
      const failing = () =>
        server.endpoint.inOneGo(() => {
          say(1)
          server.endpoint.inOneGo(() => say(2))
          throw new Error('no more')
        })
      expect(failing).toThrow('no more')
      say(3)
      expect((await ana.sofar()).map(([, , , , payload]) => payload)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    })

    it('is nothing to who goes meanwhile', async () => {
      const server = await counting()
      const [ana, luis] = await Promise.all([joined(server, 'ana'), joined(server, 'luis')])
      server.endpoint.inOneGo(() => {
        server.endpoint.broadcast('room:a', 'n', { n: 1 })
        server.endpoint.disconnect('luis')
        server.endpoint.broadcast('room:a', 'n', { n: 2 })
      })
      expect((await ana.sofar()).map(([, , , , payload]) => payload)).toEqual([{ n: 1 }, { n: 2 }])
      expect(await luis.closed).toMatchObject({ code: 1000 })
    })
  })

  it('that happens during a join follows its answer, so that nothing is missed', async () => {
    let accept = () => {}
    const { room } = echoRoom({
      join: ({ channel }) => {
        channel.push('welcome', {})
        return new Promise(resolve => (accept = () => resolve({ ok: { seq: 4 } })))
      },
    })
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server, { token: 'ana' })
    client.send('1', '1', 'room:a', 'phx_join', {})
    expect(await client.sofar()).toEqual([])
    server.endpoint.broadcast('room:a', 'fact', { seq: 5 })
    expect(await client.sofar()).toEqual([])
    accept()
    expect(await client.next()).toEqual(ok('1', '1', 'room:a', { seq: 4 }))
    expect(await client.next()).toEqual(['1', null, 'room:a', 'welcome', {}])
    expect(await client.next()).toEqual([null, null, 'room:a', 'fact', { seq: 5 }])
  })

  it('that happens during a join is not heard by whom the join refuses', async () => {
    let refuse = () => {}
    const { room } = echoRoom({
      join: () => new Promise(resolve => (refuse = () => resolve({ error: { reason: 'no' } }))),
    })
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server)
    client.send('1', '1', 'room:a', 'phx_join', {})
    await client.sofar()
    server.endpoint.broadcast('room:a', 'fact', {})
    refuse()
    expect(await client.next()).toMatchObject(['1', '1', 'room:a', 'phx_reply', { status: 'error' }])
    expect(await client.sofar()).toEqual([])
  })

  it('throws for what JSON cannot hold, and reaches nobody', async () => {
    const server = await serve()
    const client = await joined(server, 'ana')
    expect(() => server.endpoint.broadcast('room:a', 'n', { n: 1n })).toThrow(TypeError)
    expect(await client.sofar()).toEqual([])
  })

  it('does not reach who left', async () => {
    const server = await serve()
    const client = await joined(server, 'ana')
    client.send('1', '2', 'room:a', 'phx_leave', {})
    await client.sofar()
    expect(server.endpoint.broadcast('room:a', 'called', {})).toBe(0)
    expect(await client.sofar()).toEqual([])
  })
})

describe('finding channels', () => {
  it('by topic, with identity, assigns and a way to speak to one alone', async () => {
    const server = await serve()
    const ana = await connectRaw(server, { token: 'ana' })
    await ana.join('room:a', '1', { last_seq: 9 })
    const [channel] = server.endpoint.channelsOf('room:a')
    expect(channel).toMatchObject({ topic: 'room:a', identity: { name: 'ana' }, identityKey: 'ana' })
    expect(channel?.assigns).toEqual({ joinedWith: { last_seq: 9 } })
    channel?.push('hello', {})
    expect(await ana.next()).toEqual(['1', null, 'room:a', 'hello', {}])
    expect(server.endpoint.channelsOf('room:b').size).toBe(0)
  })

  it('by identity, on every socket it has, on one topic or on all', async () => {
    const server = await serve()
    const phone = await joined(server, 'ana')
    const laptop = await joined(server, 'ana')
    await laptop.join('room:b', '2')
    await joined(server, 'luis')
    expect(server.endpoint.channelsOfIdentity('ana', 'room:a')).toHaveLength(2)
    expect(server.endpoint.channelsOfIdentity('ana', 'room:b')).toHaveLength(1)
    expect(server.endpoint.channelsOfIdentity('ana', 'room:c')).toHaveLength(0)
    expect(server.endpoint.channelsOfIdentity('nobody')).toHaveLength(0)
    expect(server.endpoint.sendTo('ana', 'hello', {})).toBe(3)
    expect(await phone.next()).toEqual(['1', null, 'room:a', 'hello', {}])
    expect((await laptop.sofar()).map(([, , topic]) => topic)).toEqual(['room:a', 'room:b'])
  })

  it('not by an identity without a key', async () => {
    const server = await serve()
    await (await connectRaw(server)).join('room:a')
    expect(server.endpoint.channelsOfIdentity('guest')).toEqual([])
    expect([...server.endpoint.channelsOf('room:a')][0]?.identityKey).toBeNull()
  })

  it('a channel that has ended keeps quiet when spoken to', async () => {
    const server = await serve()
    const ana = await joined(server, 'ana')
    const [old] = server.endpoint.channelsOf('room:a')
    await ana.join('room:a', '2')
    await ana.next()
    old?.push('late', {})
    expect(await ana.sofar()).toEqual([])
  })
})

describe('ending sessions', () => {
  it('disconnects every socket of an identity, and nobody else’s', async () => {
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room } })
    const phone = await joined(server, 'ana')
    const laptop = await joined(server, 'ana')
    const luis = await joined(server, 'luis')
    expect(server.endpoint.disconnect('ana')).toBe(2)
    expect(await phone.closed).toEqual({ code: 1000, reason: 'disconnected' })
    expect(await laptop.closed).toEqual({ code: 1000, reason: 'disconnected' })
    expect(await luis.sofar()).toEqual([])
    expect(left).toEqual(['room:a disconnected', 'room:a disconnected'])
    expect(server.endpoint.disconnect('ana')).toBe(0)
  })

  it('sends away whoever is on a topic, to come back and join anew, and nobody else', async () => {
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room } })
    const ana = await joined(server, 'ana')
    const luis = await joined(server, 'luis', 'room:b')
    expect(server.endpoint.restart('room:a')).toBe(1)
    expect(await ana.closed).toEqual({ code: 1012, reason: 'service restart' })
    expect(await luis.sofar()).toEqual([])
    expect(left).toEqual(['room:a ended'])
    expect(server.endpoint.restart('room:a')).toBe(0)
  })

  it('does nothing more for who was disconnected, not even what it had already said', async () => {
    let release = () => {}
    const handled: string[] = []
    const { room } = echoRoom({
      handle: event => {
        handled.push(event)
        return new Promise(resolve => (release = () => resolve({ ok: {} })))
      },
    })
    const server = await serve({ channels: { 'room:*': room } })
    const ana = await joined(server, 'ana')
    ana.send('1', '2', 'room:a', 'first', {})
    ana.send('1', '3', 'room:a', 'second', {})
    await ana.sofar()
    server.endpoint.disconnect('ana')
    release()
    await ana.closed
    await server.endpoint.close()
    expect(handled).toEqual(['first'])
  })

  it('closes every socket with 1012, refuses newcomers, and waits for handlers at work', async () => {
    let release = () => {}
    const { room, left } = echoRoom({
      handle: () => new Promise(resolve => (release = () => resolve({ ok: {} }))),
    })
    const server = await serve({ channels: { 'room:*': room } })
    const ana = await joined(server, 'ana')
    ana.send('1', '2', 'room:a', 'work', {})
    await ana.sofar()
    let isClosed = false
    const closing = server.endpoint.close().then(() => (isClosed = true))
    expect(await ana.closed).toEqual({ code: 1012, reason: 'service restart' })
    await expect(connectRaw(server)).rejects.toThrow('503')
    expect(isClosed).toBe(false)
    release()
    await closing
    expect(left).toEqual(['room:a ended'])
    expect(server.endpoint.stats()).toMatchObject({ sockets: { websocket: 0 }, channels: 0, topics: 0 })
  })

  it('refuses whoever was still being admitted when it closed', async () => {
    const [asked, admitted] = [promised(), promised()]
    const server = await serve({
      connect: async () => {
        asked.keep()
        await admitted.promise
        return { name: 'ana' }
      },
    })
    const refusal = refusalOf(server)
    await asked.promise
    await server.endpoint.close()
    admitted.keep()
    expect(await refusal).toBe(503)
    expect(server.endpoint.stats().sockets.websocket).toBe(0)
  })

  it('cuts off who does not answer the close, in the end', async () => {
    const server = await serve({ limits: { closeMs: 50 } })
    const deaf = await joined(server, 'ana')
    deaf.socket.pause()
    await server.endpoint.close()
    deaf.socket.resume()
    // The close frame was read at last, but its answer finds nobody.
    expect([1006, 1012]).toContain((await deaf.closed).code)
  })

  it('counts what goes on', async () => {
    const server = await serve()
    const ana = await joined(server, 'ana')
    server.endpoint.broadcast('room:a', 'called', {})
    await ana.next()
    expect(server.endpoint.stats()).toEqual({
      sockets: { websocket: 1, longpoll: 0 },
      channels: 1,
      topics: 1,
      messagesIn: 1,
      messagesOut: 2,
      ended: {},
    })
    ana.socket.close()
    await ana.closed
    await soon(() => server.endpoint.stats().ended).toEqual({ client: 1 })
  })
})
