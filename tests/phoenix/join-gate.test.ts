import { afterEach, expect, it } from 'vitest'
import { closeEverything, echoRoom, promised, serve, soon } from './harness.ts'
import { byHand } from './manual-time.ts'
import { connectRaw, ok, refused } from './raw-client.ts'

afterEach(closeEverything)

/** A room whose joins wait until the test lets them through, and the topics that were asked for. */
function slowRoom() {
  const asked: string[] = []
  const { promise, keep: letThrough } = promised()
  const { room, left } = echoRoom({
    join: async ({ topic }) => {
      asked.push(topic)
      await promise
      return { ok: {} }
    },
  })
  return { channels: { 'room:*': room }, asked, left, letThrough }
}

it('as many joins as are allowed are under way on the process, over all sockets; the others follow in their order', async () => {
  const asked: string[] = []
  const letThrough: (() => void)[] = []
  const { room } = echoRoom({
    join: ({ topic }) => {
      asked.push(topic)
      return new Promise(resolve => void letThrough.push(() => resolve({ ok: {} })))
    },
  })
  const server = await serve({ channels: { 'room:*': room }, limits: { joinsAtOnce: 2 } })
  const [one, other] = [await connectRaw(server), await connectRaw(server)]
  for (const topic of ['room:a', 'room:b', 'room:c']) one.send('1', '1', topic, 'phx_join', {})
  await one.sofar()
  other.send('1', '1', 'room:d', 'phx_join', {})
  await other.sofar()
  expect(asked).toEqual(['room:a', 'room:b'])
  letThrough[0]?.()
  expect(await one.next()).toEqual(ok('1', '1', 'room:a'))
  // The place went to the next one: there is no other.
  other.send('1', '1', 'room:e', 'phx_join', {})
  await other.sofar()
  expect(asked).toEqual(['room:a', 'room:b', 'room:c'])
  letThrough[1]?.()
  letThrough[2]?.()
  await soon(() => asked).toEqual(['room:a', 'room:b', 'room:c', 'room:d', 'room:e'])
  for (const through of letThrough) through()
})

it('a join whose client has gone, has left or has joined anew is dropped when its turn comes', async () => {
  const { channels, asked, left, letThrough } = slowRoom()
  const server = await serve({ channels, limits: { joinsAtOnce: 1 } })
  const [first, gone, stays] = [await connectRaw(server), await connectRaw(server), await connectRaw(server)]
  first.send('1', '1', 'room:first', 'phx_join', {})
  await first.sofar()
  gone.send('1', '1', 'room:gone', 'phx_join', {})
  await gone.sofar()
  stays.send('1', '1', 'room:left', 'phx_join', {})
  stays.send('1', '2', 'room:left', 'phx_leave', {})
  stays.send('3', '3', 'room:anew', 'phx_join', {})
  stays.send('4', '4', 'room:anew', 'phx_join', {})
  await stays.sofar()
  gone.socket.terminate()
  await soon(() => server.endpoint.stats().sockets.websocket).toBe(2)
  letThrough()
  // In the order in which their turns come; what was dropped is told so, and nothing stays without an answer.
  expect(await stays.next()).toEqual(refused('1', '1', 'room:left', 'join dropped'))
  expect(await stays.next()).toEqual(ok('1', '2', 'room:left'))
  expect(await stays.next()).toEqual(refused('3', '3', 'room:anew', 'join dropped'))
  expect(await stays.next()).toEqual(ok('4', '4', 'room:anew'))
  expect(await stays.sofar()).toEqual([])
  expect(asked).toEqual(['room:first', 'room:anew'])
  expect(left).toEqual([])
  expect(server.endpoint.stats().channels).toBe(2)
})

it('a topic that is joined, left and joined anew without a gap is let go before it is asked for again', async () => {
  const happened: string[] = []
  const letThrough: (() => void)[] = []
  const { room } = echoRoom({
    join: () => {
      happened.push('join')
      return new Promise(resolve => void letThrough.push(() => resolve({ ok: {} })))
    },
    left: () => void happened.push('left'),
  })
  const client = await connectRaw(await serve({ channels: { 'room:*': room } }))
  client.send('1', '1', 'room:a', 'phx_join', {})
  await client.sofar()
  client.send('1', '2', 'room:a', 'phx_leave', {})
  client.send('3', '3', 'room:a', 'phx_join', {})
  await client.sofar()
  expect(happened).toEqual(['join'])
  letThrough[0]?.()
  await soon(() => happened).toEqual(['join', 'left', 'join'])
  letThrough[1]?.()
  expect(await client.next()).toEqual(ok('1', '1', 'room:a'))
  expect(await client.next()).toEqual(ok('1', '2', 'room:a'))
  expect(await client.next()).toMatchObject(['1', '1', 'room:a', 'phx_close', {}])
  expect(await client.next()).toEqual(ok('3', '3', 'room:a'))
})

it('a join whose turn does not come in time is answered, so that its client tries again, and is never begun', async () => {
  const { time, timing } = byHand()
  const { channels, asked, letThrough } = slowRoom()
  const server = await serve({ ...timing, channels, limits: { joinsAtOnce: 1 } })
  const [first, late] = [await connectRaw(server), await connectRaw(server)]
  first.send('1', '1', 'room:first', 'phx_join', {})
  await first.sofar()
  time.advance(5_000)
  late.send('1', '1', 'room:late', 'phx_join', {})
  await late.sofar()
  time.advance(9_999)
  expect(await late.sofar()).toEqual([])
  time.advance(1)
  expect(await late.next()).toEqual(refused('1', '1', 'room:late', 'join timeout'))
  letThrough()
  late.send('2', '2', 'room:next', 'phx_join', {})
  expect(await late.next()).toEqual(ok('2', '2', 'room:next'))
  expect(asked).toEqual(['room:first', 'room:next'])
})

it('a join that fails gives its place to the next', async () => {
  const { room } = echoRoom({
    join: ({ topic }) => (topic === 'room:bad' ? Promise.reject(new Error('no')) : { ok: {} }),
  })
  const server = await serve({ channels: { 'room:*': room }, limits: { joinsAtOnce: 1 } })
  const client = await connectRaw(server)
  client.send('1', '1', 'room:bad', 'phx_join', {})
  client.send('2', '2', 'room:good', 'phx_join', {})
  expect(await client.next()).toEqual(refused('1', '1', 'room:bad', 'join crashed'))
  expect(await client.next()).toEqual(ok('2', '2', 'room:good'))
})
