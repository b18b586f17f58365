import fastify from 'fastify'
import { LongPoll, Socket } from 'phoenix'
import { afterEach, expect, it } from 'vitest'
import { createPhoenixEndpoint } from '#server/phoenix/endpoint.ts'
import { atTheEnd, closeEverything } from './harness.ts'

afterEach(closeEverything)

it.each([
  ['WebSocket', undefined],
  ['long poll', LongPoll],
])('lives beside the routes of Fastify, by %s', async (_name, transport) => {
  const endpoint = createPhoenixEndpoint({
    connect: () => ({}),
    channels: { 'room:*': { join: () => ({ ok: {} }), handle: (_event, payload) => ({ ok: { payload } }) } },
  })
  const app = fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (endpoint.handleRequest(request.raw, reply.raw)) return reply.hijack()
  })
  app.server.on('upgrade', (request, socket, head) => {
    if (!endpoint.handleUpgrade(request, socket, head)) socket.destroy()
  })
  app.get('/hello', () => ({ hello: 'there' }))
  app.post('/hello', request => ({ hello: request.body }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  atTheEnd(async () => {
    await endpoint.close()
    await app.close()
  })

  const socket = new Socket(`${address.replace('http', 'ws')}/socket`, transport ? { transport } : {})
  atTheEnd(() => new Promise<void>(resolve => socket.disconnect(resolve)))
  socket.connect()
  const channel = socket.channel('room:a')
  channel.join()
  const heard = new Promise(resolve => channel.push('say', { n: 1 }).receive('ok', resolve))
  expect(await heard).toEqual({ payload: { n: 1 } })

  expect(await (await fetch(`${address}/hello`)).json()).toEqual({ hello: 'there' })
  const posted = await fetch(`${address}/hello`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"n":2}',
  })
  expect(await posted.json()).toEqual({ hello: { n: 2 } })
})
