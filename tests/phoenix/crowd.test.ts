import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createPhoenixEndpoint } from '#server/phoenix/endpoint.ts'
import { atTheEnd, closeEverything, echoRoom, promised, serve, soon } from './harness.ts'
import { connectRaw, type RawClient } from './raw-client.ts'

afterEach(closeEverything)

const CROWD = 8
/** One is done at once where nobody is before it, and one when the process has looked round. */
const IN_A_TURN = 2

/** How often something happened in each turn of the process, the fullest one. */
function fullest(turns: readonly number[]): number {
  return Math.max(...turns.map(turn => turns.filter(other => other === turn).length))
}

/** A clock by which whatever is looked at takes a whole slice, and the turns of the process counted. */
function ruledProcess() {
  let now = 0
  let turn = 0
  let isOver = false
  const next = () => {
    turn += 1
    if (!isOver) setImmediate(next)
  }
  next()
  atTheEnd(() => {
    isOver = true
  })
  return { now: () => (now += 1), turn: () => turn }
}

it('a crowd connects and joins some at a time, though all are ready at once: the rest of the process goes on between', async () => {
  const { now, turn } = ruledProcess()
  const asked: number[] = []
  const opened: number[] = []
  const joining: number[] = []
  const answered: number[] = []
  const [known, staying, decided] = [promised(), promised(), promised()]
  let stays = 0
  const endpoint = createPhoenixEndpoint<object>({
    now,
    connect: async () => {
      asked.push(turn())
      await known.promise
      return {}
    },
    mayStay: async () => {
      stays += 1
      await staying.promise
      return true
    },
    channels: {
      'room:*': {
        async join() {
          joining.push(turn())
          await decided.promise
          return { ok: {} }
        },
      },
    },
  })
  // All upgrades are there before the first is looked at.
  const server = createServer()
  const upgrades: Parameters<typeof endpoint.handleUpgrade>[] = []
  server.on('upgrade', (request, socket, head) => {
    upgrades.push([request, socket, head])
    if (upgrades.length === CROWD) for (const upgrade of upgrades) endpoint.handleUpgrade(...upgrade)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atTheEnd(async () => {
    await endpoint.close()
    server.close()
  })
  const counted = (into: number[], count: () => number) => {
    let before = count()
    const look = () => {
      for (; before < count(); before++) into.push(turn())
      if (into.length < CROWD) setImmediate(look)
    }
    look()
  }
  const { port } = server.address() as AddressInfo
  const connecting = Promise.all(
    Array.from({ length: CROWD }, () => connectRaw({ ws: `ws://127.0.0.1:${port}/socket` })),
  )

  await soon(() => asked.length).toBe(CROWD)
  counted(opened, () => endpoint.stats().sockets.websocket)
  known.keep()
  const phones: RawClient[] = await connecting
  for (const [index, phone] of phones.entries()) phone.send('1', '1', `room:${index}`, 'phx_join', {})
  await soon(() => stays).toBe(CROWD)
  staying.keep()
  await soon(() => joining.length).toBe(CROWD)
  counted(answered, () => endpoint.stats().messagesOut)
  decided.keep()
  await Promise.all(phones.map(phone => phone.next()))
  await soon(() => [opened.length, answered.length]).toEqual([CROWD, CROWD])

  for (const turns of [asked, opened, joining, answered])
    expect(fullest(turns)).toBeLessThanOrEqual(IN_A_TURN)
})

it('whoever goes while they stand in the crowd is not let in any more: nothing is asked for them', async () => {
  const { now, turn } = ruledProcess()
  const staying = promised()
  let stays = 0
  const joined: string[] = []
  const { endpoint, ws } = await serve({
    now,
    identityKey: () => 'everybody',
    mayStay: async () => {
      stays += 1
      await staying.promise
      return true
    },
    channels: {
      'room:*': echoRoom({
        join({ topic }) {
          joined.push(topic)
          // By then the others stand behind this one.
          setImmediate(() => endpoint.disconnect('everybody'))
          return { ok: {} }
        },
      }).room,
    },
  })
  const phones = await Promise.all(Array.from({ length: CROWD }, () => connectRaw({ ws })))
  for (const [index, phone] of phones.entries()) phone.send('1', '1', `room:${index}`, 'phx_join', {})
  await soon(() => stays).toBe(CROWD)
  staying.keep()
  await soon(() => endpoint.stats().sockets.websocket).toBe(0)
  await soon(() => endpoint.stats().channels).toBe(0)
  // Everybody who stood there has had a turn by then.
  const over = turn() + CROWD
  await soon(turn).toBeGreaterThan(over)
  expect(joined.length).toBeLessThanOrEqual(IN_A_TURN)
})
