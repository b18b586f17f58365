import { afterEach, describe, expect, it } from 'vitest'
import { closeEverything, connectRaw, echoRoom, refusalOf, serve } from './phoenix-harness.ts'

afterEach(closeEverything)

const ok = (joinRef: unknown, ref: unknown, topic: string, response: object = {}) => [
  joinRef,
  ref,
  topic,
  'phx_reply',
  { response, status: 'ok' },
]
const refused = (joinRef: unknown, ref: unknown, topic: string, reason: string) => [
  joinRef,
  ref,
  topic,
  'phx_reply',
  { response: { reason }, status: 'error' },
]
const closed = (joinRef: unknown, topic: string) => [joinRef, joinRef, topic, 'phx_close', {}]

describe('connecting', () => {
  it('accepts version 2.0.0 and every 2.0', async () => {
    const server = await serve()
    const client = await connectRaw(server, { query: '?vsn=2.0.7' })
    expect(await client.join('room:a')).toEqual(ok('1', '1', 'room:a'))
  })

  it.each(['?vsn=1.0.0', '?vsn=3.0.0', '?vsn=2.0', '?vsn=nonsense', ''])(
    'refuses version %j',
    async query => {
      expect(await refusalOf(await serve(), { query })).toBe(403)
    },
  )

  it('refuses whom connect refuses, before the upgrade', async () => {
    const server = await serve({ connect: ({ token }) => (token === 'good' ? { name: 'ana' } : null) })
    expect(await refusalOf(server)).toBe(403)
    expect(await refusalOf(server, { token: 'bad' })).toBe(403)
    await connectRaw(server, { token: 'good' })
  })

  it('answers 500 when connect throws, and logs it', async () => {
    const server = await serve({
      connect: () => {
        throw new Error('the database is away')
      },
    })
    expect(await refusalOf(server)).toBe(500)
    expect(server.errors).toHaveLength(1)
  })

  it('takes the token from the subprotocol and selects "phoenix"', async () => {
    const server = await serve()
    const client = await connectRaw(server, { token: 'a-token_with.all/kinds+of=signs?' })
    expect(client.socket.protocol).toBe('phoenix')
    expect(server.connects[0]?.token).toBe('a-token_with.all/kinds+of=signs?')
  })

  it('selects no subprotocol for a client that offers none of ours', async () => {
    const server = await serve()
    expect((await connectRaw(server)).socket.protocol).toBe('')
    expect(server.connects[0]?.token).toBeNull()
  })

  it('hands connect the params, the origin and the address, and not what is the protocol’s own', async () => {
    const server = await serve({ allowedOrigins: ['https://numerito.example'] })
    await connectRaw(server, { query: '?lang=pt&vsn=2.0.0', origin: 'https://numerito.example' })
    expect(server.connects[0]).toEqual({
      token: null,
      params: { lang: 'pt' },
      origin: 'https://numerito.example',
      remoteAddress: '127.0.0.1',
      transport: 'websocket',
    })
  })

  it('refuses a page of another origin, and lets in its own and whoever is no page', async () => {
    const server = await serve()
    expect(await refusalOf(server, { origin: 'https://elsewhere.example' })).toBe(403)
    expect(await refusalOf(server, { origin: 'null' })).toBe(403)
    expect(server.connects).toHaveLength(0)
    await connectRaw(server, { origin: server.http })
    await connectRaw(server)
  })

  it('with a list of origins, refuses even its own host unless it is listed', async () => {
    const server = await serve({ allowedOrigins: ['https://numerito.example'] })
    expect(await refusalOf(server, { origin: server.http })).toBe(403)
    await connectRaw(server, { origin: 'https://numerito.example' })
  })

  it('leaves other paths to others', async () => {
    const server = await serve()
    expect((await fetch(`${server.http}/elsewhere`)).status).toBe(404)
    await expect(connectRaw(server, { path: '/elsewhere' })).rejects.toThrow()
  })

  it('answers a plain request for the WebSocket’s path with 400', async () => {
    expect((await fetch(`${(await serve()).http}/socket/websocket?vsn=2.0.0`)).status).toBe(400)
  })

  it('does not compress', async () => {
    const client = await connectRaw(await serve())
    expect(client.socket.extensions).toBe('')
  })
})

describe('joining and leaving', () => {
  it('answers a join with the handler’s response, refs first', async () => {
    const { room } = echoRoom({ join: ({ topic, payload }) => ({ ok: { topic, payload } }) })
    const client = await connectRaw(await serve({ channels: { 'room:*': room } }))
    client.send('3', '3', 'room:a', 'phx_join', { last_seq: 7 })
    expect(await client.next()).toEqual(ok('3', '3', 'room:a', { topic: 'room:a', payload: { last_seq: 7 } }))
  })

  it('gives the reason of a refused join, after which the topic is not joined', async () => {
    const { room, left } = echoRoom({ join: () => ({ error: { reason: 'unauthorized', code: 7 } }) })
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server)
    client.send('1', '1', 'room:a', 'phx_join', {})
    client.send('1', '2', 'room:a', 'echo', {})
    expect(await client.next()).toEqual([
      '1',
      '1',
      'room:a',
      'phx_reply',
      { response: { reason: 'unauthorized', code: 7 }, status: 'error' },
    ])
    expect(await client.next()).toEqual(refused(null, '2', 'room:a', 'unmatched topic'))
    expect(server.endpoint.stats().channels).toBe(0)
    expect(left).toEqual([])
  })

  it('says "join crashed" when the handler throws', async () => {
    const { room } = echoRoom({ join: () => Promise.reject(new Error('no')) })
    const server = await serve({ channels: { 'room:*': room } })
    expect(await (await connectRaw(server)).join('room:a')).toEqual(
      refused('1', '1', 'room:a', 'join crashed'),
    )
    expect(server.errors).toHaveLength(1)
  })

  it('says "unmatched topic" for a topic of no handler, without a join_ref', async () => {
    const client = await connectRaw(await serve())
    expect(await client.join('lobby')).toEqual(refused(null, '1', 'lobby', 'unmatched topic'))
    expect(await client.join('roomless')).toEqual(refused(null, '1', 'roomless', 'unmatched topic'))
  })

  it('says "unmatched topic" for an event on a topic that is not joined', async () => {
    const client = await connectRaw(await serve())
    client.send('1', '4', 'room:a', 'echo', {})
    expect(await client.next()).toEqual(refused(null, '4', 'room:a', 'unmatched topic'))
  })

  it('takes the first pattern that fits, and a pattern without a star as the topic itself', async () => {
    const named = (name: string) => echoRoom({ join: () => ({ ok: { name } }) }).room
    const channels = { 'room:hall': named('hall'), 'room:*': named('any'), lobby: named('lobby') }
    const client = await connectRaw(await serve({ channels }))
    expect(await client.join('room:hall')).toEqual(ok('1', '1', 'room:hall', { name: 'hall' }))
    expect(await client.join('room:hallway')).toEqual(ok('1', '1', 'room:hallway', { name: 'any' }))
    expect(await client.join('lobby')).toEqual(ok('1', '1', 'lobby', { name: 'lobby' }))
    expect(await client.join('lobby2')).toEqual(refused(null, '1', 'lobby2', 'unmatched topic'))
  })

  it('refuses a pattern with a star anywhere but at its end', async () => {
    await expect(serve({ channels: { 'room:*:x': echoRoom().room } })).rejects.toThrow('star')
  })

  it('answers a leave with ok, then closes with the refs of the join', async () => {
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server)
    await client.join('room:a', '5')
    client.send('5', '9', 'room:a', 'phx_leave', {})
    expect(await client.next()).toEqual(ok('5', '9', 'room:a'))
    expect(await client.next()).toEqual(closed('5', 'room:a'))
    expect(left).toEqual(['room:a left'])
    expect(server.endpoint.stats()).toMatchObject({ channels: 0, topics: 0 })
  })

  it('answers ok to the leave of a topic that is not joined', async () => {
    const client = await connectRaw(await serve())
    client.send('5', '9', 'room:a', 'phx_leave', {})
    expect(await client.next()).toEqual(ok('5', '9', 'room:a'))
    client.send('5', '10', 'no-such-topic', 'phx_leave', {})
    expect(await client.next()).toEqual(ok('5', '10', 'no-such-topic'))
  })

  it('on a second join of a topic answers the new one, then closes the old one', async () => {
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server)
    await client.join('room:a', '1')
    client.send('2', '2', 'room:a', 'phx_join', {})
    expect(await client.next()).toEqual(ok('2', '2', 'room:a'))
    expect(await client.next()).toEqual(closed('1', 'room:a'))
    expect(left).toEqual(['room:a duplicate'])
    expect(server.endpoint.broadcast('room:a', 'once', {})).toBe(1)
  })

  it('takes a leave after what was said before it', async () => {
    const client = await connectRaw(await serve())
    await client.join('room:a')
    client.send('1', '2', 'room:a', 'echo', 'before')
    client.send('1', '3', 'room:a', 'phx_leave', {})
    client.send('1', '4', 'room:a', 'echo', 'after')
    expect(await client.sofar()).toEqual([
      ok('1', '2', 'room:a', { heard: 'before' }),
      ok('1', '3', 'room:a'),
      closed('1', 'room:a'),
      refused(null, '4', 'room:a', 'unmatched topic'),
    ])
  })
})

describe('events', () => {
  it('replies ok, replies error, or does not reply', async () => {
    const client = await connectRaw(await serve())
    await client.join('room:a')
    client.send('1', '2', 'room:a', 'echo', { n: 1 })
    client.send('1', '3', 'room:a', 'refuse', {})
    client.send('1', '4', 'room:a', 'hush', {})
    expect(await client.sofar()).toEqual([
      ok('1', '2', 'room:a', { heard: { n: 1 } }),
      refused('1', '3', 'room:a', 'no'),
    ])
  })

  it('handles the events of one channel one after the other, in order', async () => {
    let atWork = 0
    const { room } = echoRoom({
      handle: async (_event, payload) => {
        atWork += 1
        const together = atWork
        await new Promise(resolve => setTimeout(resolve, 20 - Number(payload) * 5))
        atWork -= 1
        return { ok: { n: payload, together } }
      },
    })
    const client = await connectRaw(await serve({ channels: { 'room:*': room } }))
    await client.join('room:a')
    for (const n of [1, 2, 3]) client.send('1', `${n}`, 'room:a', 'count', n)
    for (const n of [1, 2, 3]) {
      expect(await client.next()).toEqual(ok('1', `${n}`, 'room:a', { n, together: 1 }))
    }
  })

  it('does not let a slow channel hold up another', async () => {
    let release = () => {}
    const { room } = echoRoom({
      handle: event =>
        event === 'slow' ? new Promise(resolve => (release = () => resolve({ ok: {} }))) : { ok: {} },
    })
    const client = await connectRaw(await serve({ channels: { 'room:*': room } }))
    await client.join('room:a', '1')
    await client.join('room:b', '2')
    client.send('1', '3', 'room:a', 'slow', {})
    client.send('2', '4', 'room:b', 'quick', {})
    expect(await client.next()).toEqual(ok('2', '4', 'room:b'))
    release()
    expect(await client.next()).toEqual(ok('1', '3', 'room:a'))
  })

  it('drops a stale join_ref silently and accepts null', async () => {
    const client = await connectRaw(await serve())
    await client.join('room:a', '1')
    await client.join('room:a', '2')
    await client.next()
    client.send('1', '7', 'room:a', 'echo', 'stale')
    client.send('1', '8', 'room:a', 'phx_leave', {})
    client.send(null, '9', 'room:a', 'echo', 'null')
    expect(await client.sofar()).toEqual([ok('2', '9', 'room:a', { heard: 'null' })])
  })

  it('gives numbers back as numbers', async () => {
    const client = await connectRaw(await serve())
    client.send(4, 4, 'room:a', 'phx_join', {})
    expect(await client.next()).toEqual(ok(4, 4, 'room:a'))
    client.send(4, 5, 'room:a', 'echo', {})
    expect(await client.next()).toEqual(ok(4, 5, 'room:a', { heard: {} }))
  })

  it('when a handler throws, ends that channel alone', async () => {
    const { room, left } = echoRoom()
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server)
    await client.join('room:a', '1')
    await client.join('room:b', '2')
    client.send('1', '3', 'room:a', 'crash', {})
    client.send('1', '4', 'room:a', 'echo', {})
    expect(await client.next()).toEqual(['1', '1', 'room:a', 'phx_error', { reason: 'channel_crash' }])
    expect(await client.next()).toEqual(refused(null, '4', 'room:a', 'unmatched topic'))
    client.send('2', '5', 'room:b', 'echo', {})
    expect(await client.next()).toEqual(ok('2', '5', 'room:b', { heard: {} }))
    expect(left).toEqual(['room:a crashed'])
    expect(server.errors).toHaveLength(1)
  })

  it('takes an answer that JSON cannot hold for a crash', async () => {
    const { room } = echoRoom({ handle: () => ({ ok: { n: 1n } }) })
    const client = await connectRaw(await serve({ channels: { 'room:*': room } }))
    await client.join('room:a')
    client.send('1', '2', 'room:a', 'count', {})
    expect(await client.next()).toEqual(['1', '1', 'room:a', 'phx_error', { reason: 'channel_crash' }])
  })

  it('answers a heartbeat', async () => {
    const client = await connectRaw(await serve())
    client.send(null, '16', 'phoenix', 'heartbeat', {})
    expect(await client.next()).toEqual(ok(null, '16', 'phoenix'))
    client.send(null, '17', 'phoenix', 'anything-else', {})
    expect(await client.next()).toEqual(refused(null, '17', 'phoenix', 'unmatched topic'))
  })

  it('finishes what a client said before it went away, then tells the channel that it left', async () => {
    const handled: unknown[] = []
    const { room, left } = echoRoom({
      handle: async (_event, payload) => {
        await new Promise(resolve => setTimeout(resolve, 20))
        handled.push(payload, left.length)
      },
    })
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server)
    await client.join('room:a')
    client.send('1', '2', 'room:a', 'say', 'first')
    client.send('1', '3', 'room:a', 'say', 'second')
    client.socket.close()
    await client.closed
    await server.endpoint.close()
    expect(handled).toEqual(['first', 0, 'second', 0])
    expect(left).toEqual(['room:a closed'])
  })

  it('tells a channel whose join was accepted too late that it left', async () => {
    let accept = () => {}
    const { room, left } = echoRoom({
      join: () => new Promise(resolve => (accept = () => resolve({ ok: {} }))),
    })
    const server = await serve({ channels: { 'room:*': room } })
    const client = await connectRaw(server)
    client.send('1', '1', 'room:a', 'phx_join', {})
    await client.sofar()
    client.socket.close()
    await client.closed
    expect(server.endpoint.stats().channels).toBe(0)
    accept()
    await server.endpoint.close()
    expect(left).toEqual(['room:a closed'])
  })
})

describe('binary pushes', () => {
  const frame = (kind: number, texts: string[], payload: number[]) =>
    Buffer.concat([
      Buffer.from([kind, ...texts.map(text => Buffer.byteLength(text))]),
      ...texts.map(text => Buffer.from(text)),
      Buffer.from(payload),
    ])

  it('gives the handler the bytes', async () => {
    const { room } = echoRoom({
      handle: (_event, payload) => ({ ok: { bytes: [...(payload as Uint8Array)] } }),
    })
    const client = await connectRaw(await serve({ channels: { 'room:*': room } }))
    await client.join('room:ñ')
    client.sendRaw(frame(0, ['1', '2', 'room:ñ', 'blob'], [0, 255, 7]))
    expect(await client.next()).toEqual(ok('1', '2', 'room:ñ', { bytes: [0, 255, 7] }))
  })

  it.each([
    ['of no length', Buffer.alloc(0)],
    ['with half a header', Buffer.from([0, 1, 1])],
    ['that is a reply', frame(1, ['1', '2', 'room:a', 'ok'], [])],
    ['shorter than it says', Buffer.from([0, 1, 1, 200, 4, 49, 49])],
    ['with text that is not UTF-8', Buffer.from([0, 1, 0, 0, 0, 0xff])],
  ])('closes 1011 on one %s', async (_what, bytes) => {
    const client = await connectRaw(await serve())
    client.sendRaw(bytes)
    expect((await client.closed).code).toBe(1011)
  })
})

describe('malformed messages', () => {
  it.each([
    'not json',
    '',
    '{}',
    'null',
    '"text"',
    '[]',
    '["1","1","room:a","phx_join"]',
    '["1","1",7,"phx_join",{}]',
    '["1","1","room:a",null,{}]',
    '[{},"1","room:a","phx_join",{}]',
    '["1",["1"],"room:a","phx_join",{}]',
  ])('closes 1011 on %s', async text => {
    const server = await serve()
    const client = await connectRaw(server)
    await client.join('room:a')
    client.sendRaw(text)
    expect((await client.closed).code).toBe(1011)
    expect(server.endpoint.stats()).toMatchObject({ channels: 0, ended: { malformed: 1 } })
  })

  it('overlooks fields after the fifth, as the genuine server does', async () => {
    const client = await connectRaw(await serve())
    client.send('1', '1', 'room:a', 'phx_join', {}, 'more')
    expect(await client.next()).toEqual(ok('1', '1', 'room:a'))
  })
})
