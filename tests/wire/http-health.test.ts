import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { SHUTDOWN_MS } from '#server/shutdown.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

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
      body: { status: 'ok', database: true, draining: false, version: '0.0.0-test', environment: 'lab' },
    })
    server.drain()
    expect(await health(server.origin)).toMatchObject({ status: 503, body: { draining: true } })
    expect((await server.ask('v1', '/categories')).status).toBe(200)
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
})

describe('a process', () => {
  const directory = makeTemporaryDirectory('process')
  let spawned: SpawnedServer | undefined
  afterEach(() => spawned?.end())
  afterAll(() => directory.remove())

  async function start(settings: Record<string, string> = {}) {
    spawned = await spawnServer({ NUMERITO_DATA: directory.path, NUMERITO_DEMO: 'off', ...settings })
    return spawned
  }

  it('says where it is, ends in order when asked to, and starts again on what it left', async () => {
    const first = await start()
    expect(first.output()).toContain(`desk         ${first.origin}/desk`)
    expect((await health(first.origin)).status).toBe(200)
    const began = performance.now()
    expect(await first.end('SIGTERM')).toBe(0)
    expect(performance.now() - began).toBeLessThan(SHUTDOWN_MS)
    const second = await start()
    expect((await health(second.origin)).status).toBe(200)
    expect(await second.end('SIGINT')).toBe(0)
  })

  it('names every fault of its settings, and does not start', async () => {
    const starting = start({ PORT: 'x', NUMERITO_LOG: 'loud', NUMERITO_PUSH_CONTACT: 'https://localhost' })
    await expect(starting).rejects.toThrow(
      /ended with 2[^]*PORT must[^]*NUMERITO_PUSH_CONTACT must[^]*NUMERITO_LOG must/,
    )
  })

  it('says what is the matter when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(start({ PORT: String(port) })).rejects.toThrow(
      /ended with 1[^]*numerito: [^]*is taken[^]*PORT/,
    )
    other.close()
  })
})
