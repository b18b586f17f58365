import { afterEach, expect, it } from 'vitest'
import type { LeaveReason } from '#server/phoenix/channel.ts'
import fc from './fast-check.ts'
import { type Room, closeEverything, serve, soon } from './harness.ts'
import { connectRaw, type Frame, ok } from './raw-client.ts'

afterEach(closeEverything)

/** Answers, refuses, fails or dawdles as the topic and the event tell it to. */
function moodyRoom() {
  const balance = new Map<string, number>()
  const reasons = new Set<LeaveReason>()
  const dawdle = () => new Promise(resolve => setTimeout(resolve, 1))
  const count = (topic: string, by: number) => balance.set(topic, (balance.get(topic) ?? 0) + by)
  const room: Room = {
    join: async ({ topic, channel }) => {
      if (topic.endsWith('slow')) await dawdle()
      if (topic.endsWith('shut')) return { error: { reason: 'shut' } }
      if (topic.endsWith('crash')) throw new Error('join')
      channel.push('welcome', {})
      count(topic, 1)
      return { ok: {} }
    },
    handle: async (event, payload) => {
      if (event === 'slow') await dawdle()
      if (event === 'crash') throw new Error('event')
      return event === 'ok' ? { ok: { payload } } : undefined
    },
    left: (channel, reason) => {
      count(channel.topic, -1)
      reasons.add(reason)
      if (reason === 'duplicate') throw new Error('left')
    },
  }
  return { room, balance, reasons }
}

const often = <T>(common: readonly T[], rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...common) }, { weight: 1, arbitrary: rare })

const topic = often(
  ['room:a', 'room:b'],
  fc.constantFrom('room:slow', 'room:shut', 'room:crash', 'lobby', 'phoenix', ''),
)
const event = often(
  ['phx_join', 'phx_leave', 'ok', 'slow'],
  fc.constantFrom('crash', 'heartbeat', 'phx_reply'),
)
const ref = often<unknown>(['1', null], fc.oneof(fc.constant('2'), fc.integer()))
const frame = fc.tuple(ref, ref, topic, event, fc.jsonValue()).map(fields => JSON.stringify(fields))
const nonsense = fc.oneof(fc.string(), fc.json(), fc.uint8Array({ maxLength: 40 }))
const step = fc.oneof(
  { weight: 60, arbitrary: frame },
  { weight: 1, arbitrary: nonsense },
  { weight: 5, arbitrary: fc.constant('broadcast' as const) },
  { weight: 3, arbitrary: fc.constant('pause' as const) },
)
const steps = fc.array(step, { maxLength: 40, size: 'max' })
const end = fc.constantFrom('close', 'terminate', 'server')
/** Whether the messages are heard before the end, or cut short by it. */
const isHeard = fc.boolean()

it('no sequence of messages brings the endpoint down, or leaves a channel behind a closed socket', async () => {
  const { room, balance, reasons } = moodyRoom()
  const server = await serve({ channels: { 'room:*': room } })
  await fc.assert(
    fc.asyncProperty(steps, end, isHeard, async (messages, how, heard) => {
      const client = await connectRaw(server, { token: 'ana' })
      for (const message of messages) {
        if (message === 'broadcast') server.endpoint.broadcast('room:a', 'n', {})
        else if (message === 'pause') await new Promise(resolve => setImmediate(resolve))
        else client.sendRaw(message)
      }
      if (heard) await Promise.race([client.sofar(), client.closed])
      if (how === 'close') client.socket.close()
      if (how === 'terminate') client.socket.terminate()
      if (how === 'server') server.endpoint.disconnect('ana')
      await client.closed
      await soon(() => server.endpoint.stats()).toMatchObject({
        sockets: { websocket: 0 },
        channels: 0,
        topics: 0,
      })
      expect(server.endpoint.channelsOfIdentity('ana')).toEqual([])
    }),
    { numRuns: 150 },
  )
  // The endpoint still serves, and every accepted join was undone exactly once.
  const client = await connectRaw(server)
  expect(await client.join('room:a')).toEqual(ok('1', '1', 'room:a'))
  await server.endpoint.close()
  expect([...balance.values()].every(joined => joined === 0)).toBe(true)
  // Otherwise the messages were not what they should be.
  expect([...reasons].sort()).toEqual(['closed', 'crashed', 'disconnected', 'duplicate', 'ended', 'left'])
})

/** Of one topic: what a client in a hurry says, each message with a ref of its own. */
const hurry = fc.array(fc.constantFrom('phx_join', 'phx_leave', 'pause'), { maxLength: 25, size: 'max' })

it.each(['room:a', 'room:slow'])(
  'joining, leaving and joining %s without a pause: every message is answered once, and the last word counts',
  async name => {
    const limits = { messageBurst: 100_000 }
    const server = await serve({ channels: { 'room:*': moodyRoom().room }, limits })
    const client = await connectRaw(server)
    const answers = new Map<unknown, string[]>()
    const hear = ([, ref, , event, payload]: Frame) => {
      if (event !== 'phx_reply') return
      answers.set(ref, [...(answers.get(ref) ?? []), (payload as { status: string }).status])
    }
    await fc.assert(
      fc.asyncProperty(hurry, async said => {
        answers.clear()
        const words = [...said, 'phx_leave']
        for (const [index, word] of words.entries()) {
          const ref = String(index)
          // Without a join_ref nothing that is said is stale.
          if (word !== 'pause') client.send(word === 'phx_join' ? ref : null, ref, name, word, {})
          // The leave that ends it all comes when everything before it was answered.
          const isLast = index >= said.length - 1
          const asked = words.slice(0, index + 1).filter(before => before !== 'pause').length
          if (isLast) while (answers.size < asked) hear(await client.next())
          else if (word === 'pause') for (const frame of await client.sofar()) hear(frame)
        }
        for (const frame of await client.sofar()) hear(frame)
        expect([...answers.values()].filter(({ length }) => length !== 1)).toEqual([])
        const joined = said.lastIndexOf('phx_join')
        if (joined > said.lastIndexOf('phx_leave')) expect(answers.get(String(joined))).toEqual(['ok'])
        expect(server.endpoint.stats()).toMatchObject({ channels: 0, topics: 0 })
      }),
      { numRuns: 100 },
    )
  },
)
