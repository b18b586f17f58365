import { afterEach, describe, expect, it } from 'vitest'
import { closeEverything, serve } from './harness.ts'
import { framesOf, join, lines, pollerOf } from './poller.ts'

afterEach(closeEverything)

describe('by long poll, who', () => {
  it('may connect is asked of connect, with the token from its header', async () => {
    const server = await serve({ connect: ({ token }) => (token === 'good' ? { name: 'ana' } : null) })
    expect(await pollerOf(server).open()).toEqual({ status: 403 })
    expect(await pollerOf(server, { headers: { 'x-phoenix-authtoken': 'bad' } }).open()).toEqual({
      status: 403,
    })
    expect(await pollerOf(server, { headers: { 'x-phoenix-authtoken': 'good' } }).open()).toMatchObject({
      status: 410,
    })
  })

  it('reads a session must bring the token that it was opened with', async () => {
    const server = await serve()
    const poller = pollerOf(server, { headers: { 'x-phoenix-authtoken': 'ana' } })
    const { token } = await poller.open()
    await poller.post(lines(join('room:a')))
    const thief = pollerOf(server, { headers: { 'x-phoenix-authtoken': 'eva' } })
    thief.setToken(token!)
    expect(await thief.poll()).toEqual({ status: 403 })
    const stranger = pollerOf(server)
    stranger.setToken(token!)
    expect(await stranger.poll()).toEqual({ status: 403 })
    expect(framesOf(await poller.poll())).toHaveLength(1)
  })

  it('says something in a session brings no other token than the one that it was opened with', async () => {
    const server = await serve()
    const poller = pollerOf(server, { headers: { 'x-phoenix-authtoken': 'ana' } })
    await poller.open()
    const saidBy = (name: string) =>
      poller.post(lines(join(`room:${name}`)), undefined, { 'x-phoenix-authtoken': name })
    expect(await saidBy('eva')).toEqual({ status: 403 })
    expect(await saidBy('ana')).toEqual({ status: 200 })
    expect(framesOf(await poller.poll())).toMatchObject([['1', '1', 'room:ana', 'phx_reply', {}]])
  })

  it('guesses a token gets nothing', async () => {
    const server = await serve()
    const poller = pollerOf(server)
    poller.setToken('A'.repeat(43))
    expect(await poller.poll()).toEqual({ status: 410, token: null, messages: [] })
    expect(await poller.post(lines(join('room:a')))).toEqual({ status: 410 })
    expect(server.endpoint.stats().sockets.longpoll).toBe(0)
  })

  it.each(['', 'vsn=1.0.0', 'vsn=3.0.0'])('speaks another version (%j) is refused', async query => {
    expect(await pollerOf(await serve(), { query }).open()).toEqual({ status: 403 })
  })

  it('answers 500 inside when connect throws', async () => {
    const connect = () => Promise.reject(new Error('the database is away'))
    expect(await pollerOf(await serve({ connect })).open()).toEqual({ status: 500 })
  })

  it('comes from another origin is refused, and its page may not read why', async () => {
    const server = await serve()
    const address = `${server.http}/socket/longpoll?vsn=2.0.0`
    const response = await fetch(address, { headers: { origin: 'https://elsewhere.example' } })
    expect(await response.json()).toEqual({ status: 403 })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(server.connects).toEqual([])
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('comes from an allowed origin may send the headers of the client', async () => {
    const origin = 'https://numerito.example'
    const server = await serve({ allowedOrigins: [origin] })
    const address = `${server.http}/socket/longpoll?vsn=2.0.0`
    const preflight = await fetch(address, { method: 'OPTIONS', headers: { origin } })
    expect(preflight.status).toBe(200)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-phoenix-authtoken')
    const opened = await fetch(address, { headers: { origin } })
    expect(opened.headers.get('access-control-allow-origin')).toBe(origin)
    expect(opened.headers.get('cache-control')).toBe('no-store')
  })

  it('uses another method is answered 400', async () => {
    const address = `${(await serve()).http}/socket/longpoll?vsn=2.0.0`
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(400)
  })
})
