import { afterEach, expect, it } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'
import { closeEverything, echoRoom, serve } from './harness.ts'
import { connectRaw, ok } from './raw-client.ts'

afterEach(closeEverything)

const SOCKETS = 20

it('keeps neither the requests by which sockets came nor what was said at their joins', async () => {
  const requests: WeakRef<object>[] = []
  const payloads: WeakRef<object>[] = []
  const answers: WeakRef<object>[] = []
  const { room } = echoRoom({
    join: ({ payload }) => {
      const answer = { heard: payload }
      payloads.push(new WeakRef(payload as object))
      answers.push(new WeakRef(answer))
      return { ok: answer }
    },
  })
  const server = await serve({
    channels: { 'room:*': room },
    remoteAddress: request => {
      requests.push(new WeakRef(request))
      return '127.0.0.1'
    },
  })
  for (let index = 0; index < SOCKETS; index++) {
    const client = await connectRaw(server)
    client.send('1', '1', 'room:a', 'phx_join', { last_seq: 7 })
    expect(await client.next()).toEqual(ok('1', '1', 'room:a', { heard: { last_seq: 7 } }))
  }
  await collectGarbage()

  expect(server.endpoint.stats()).toMatchObject({ sockets: { websocket: SOCKETS }, channels: SOCKETS })
  for (const seen of [requests, payloads, answers]) {
    expect(seen).toHaveLength(SOCKETS)
    // Node may hold the very last one until another comes.
    expect(seen.filter(one => one.deref() !== undefined).length).toBeLessThanOrEqual(1)
  }
})
