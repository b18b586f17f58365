import { afterEach, describe, expect, it } from 'vitest'
import { closeEverything, echoRoom, serve, soon } from './harness.ts'
import { connectRaw, ok, refused } from './raw-client.ts'

afterEach(closeEverything)

const closed = (joinRef: unknown, topic: string) => [joinRef, joinRef, topic, 'phx_close', {}]

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
    await soon(() => server.endpoint.stats().sockets.websocket).toBe(0)
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
    await soon(() => server.endpoint.stats().channels).toBe(0)
    accept()
    await server.endpoint.close()
    expect(left).toEqual(['room:a closed'])
  })
})
