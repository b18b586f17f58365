import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const health = async (origin: string) => {
  const response = await fetch(`${origin}/healthz`)
  return { status: response.status, body: await response.json() }
}

describe('health and figures', () => {
  let server: TestServer
  afterEach(() => server.close())

  it('is well while its database answers, and says so no more once it drains', async () => {
    server = await startTestServer()
    expect(await health(server.origin)).toEqual({
      status: 200,
      body: {
        status: 'ok',
        database: true,
        writes: true,
        draining: false,
        version: '0.0.0-test',
        environment: 'lab',
      },
    })
    server.drain()
    expect(await health(server.origin)).toMatchObject({ status: 503, body: { draining: true } })
    expect((await server.ask('v1', '/categories')).status).toBe(200)
  })

  it('going, it closes sockets with 1012 and answers who is waiting; then nobody listens', async () => {
    server = await startTestServer()
    const { origin, close } = server
    const { token } = await server.signInTemporary()
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`, [
      'phoenix',
      `base64url.bearer.phx.${Buffer.from(token).toString('base64url')}`,
    ])
    await once(socket, 'open')
    const closed = once(socket, 'close')
    // Read to its end at once: Node's own client fails where the server hangs up on an answer that nobody
    // reads.
    const waiting = fetch(`${origin}/api/docs/json`).then(async answer => [
      answer.status,
      (await answer.text()).length > 0,
    ])
    await close()
    expect((await closed)[0]).toBe(1012)
    expect(await waiting).toEqual([200, true])
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('counts requests by route, sockets and tickets, and names nobody', async () => {
    server = await startTestServer()
    const { token, user_id } = await server.signInTemporary()
    await server.ask('v1', `/user/v2/tickets/${crypto.randomUUID()}`, { token })
    await fetch(`${server.origin}/12.345.678-5`)
    const figures = await (await fetch(`${server.origin}/metrics`)).text()
    expect(figures).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/user\/v2\/tickets\/:\w+",status="404"\} 1/,
    )
    expect(figures).toMatch(/^numerito_sockets 0$/m)
    expect(figures).toContain('# TYPE numerito_tickets_total counter')
    for (const secret of [user_id, token, '12.345.678-5']) expect(figures).not.toContain(secret)
  })
  it('gives figures under one spelling of their address alone: a proxy that bars it bars them', async () => {
    server = await startTestServer()
    const { origin } = server
    /** As it stands: made into a URL, `/./metrics` is another address. */
    async function ask(path: string): Promise<{ path: string; status: number | undefined; tells: boolean }> {
      const asked = get(origin, { path, agent: false })
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      const said = Buffer.concat(await answer.toArray()).toString()
      return { path, status: answer.statusCode, tells: said.includes('numerito_') }
    }
    for (const path of ['/metrics', '/metrics?', '/metrics?name[]=numerito_sockets'])
      expect(await ask(path)).toEqual({ path, status: 200, tells: true })
    for (const path of [
      '/metrics/',
      '/metrics/?',
      '/%6Detrics',
      '/metric%73/',
      '//metrics',
      '/./metrics',
      '/metrics#a',
      '/metrics%2F',
      '/metrics;a',
      `${origin}/metrics`,
    ])
      expect(await ask(path)).toEqual({ path, status: 404, tells: false })
    // Health may be asked as before.
    expect((await fetch(`${origin}/readyz/`)).status).toBe(200)
  })
})
