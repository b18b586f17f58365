import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { closeEverything, serve } from './harness.ts'
import { connectRaw, ok, refusalOf } from './raw-client.ts'

afterEach(closeEverything)

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

  it.each([
    '/socket/longpoll?vsn=%E0%A4%A&token=%',
    '//socket/longpoll?vsn=2.0.0',
    '/socket/longpoll?vsn[]=2.0.0&token[x]=1&__proto__=1',
    '/socket/%6congpoll',
    '/socket/longpoll/',
    '/socket/longpoll?vsn=2.0.0&vsn=1.0.0&=&&token=',
    '/\\socket',
  ])('survives being asked for %s', async path => {
    const server = await serve()
    const request = get({ host: '127.0.0.1', port: server.host.split(':')[1], path })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    expect([200, 404]).toContain(response.statusCode)
    await connectRaw(server)
    expect(server.errors).toEqual([])
  })

  it('answers a plain request for the WebSocket’s path with 400', async () => {
    expect((await fetch(`${(await serve()).http}/socket/websocket?vsn=2.0.0`)).status).toBe(400)
  })

  it('does not compress', async () => {
    const client = await connectRaw(await serve())
    expect(client.socket.extensions).toBe('')
  })
})
