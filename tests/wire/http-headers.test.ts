import { get } from 'node:https'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#contract/bases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'

let server: TestServer
let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database.close())
afterEach(() => server.close())

const start = (options: TestServerOptions = {}) => startTestServer({ database, ...options })

const directivesOf = (csp: string | null) =>
  new Map(
    (csp ?? '').split(';').map(directive => {
      const [name = '', ...values] = directive.trim().split(' ')
      return [name, values.join(' ')]
    }),
  )

it('a strict Content-Security-Policy stands on every answer, refusals included', async () => {
  server = await start({ settings: { origins: ['https://numerito.example'] } })
  for (const path of ['/categories', '/nothing']) {
    const directives = directivesOf((await server.ask('v1', path)).headers.get('content-security-policy'))
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'font-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self' wss://numerito.example",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'numerito-sw',
    })
  }
})

it('the time of day is the one by which the server lives, where a phone or a desk puts its own right by it', async () => {
  const clock = new MovingClock(new Date('2026-11-20T12:00:00.700Z'))
  server = await start({ clock })
  const dateOf = async (service: Service, path: string) =>
    (await server.ask(service, path)).headers.get('date')
  expect(await dateOf('login', '/session')).toBe('Fri, 20 Nov 2026 12:00:00 GMT')
  clock.advance(3_600_000)
  for (const path of ['/session', '/nothing'])
    expect(await dateOf('desk', path)).toBe('Fri, 20 Nov 2026 13:00:00 GMT')
  // What a cache keeps ages by the clocks of the machines on its way.
  expect(await dateOf('v1', '/categories')).not.toMatch(/^Fri, 20 Nov 2026/)
})

it('connects to the socket of the origin where it listens, when none is set', async () => {
  server = await start()
  const { headers } = await server.ask('v1', '/categories')
  const directives = directivesOf(headers.get('content-security-policy'))
  expect(directives.get('connect-src')).toContain(server.origin.replace('http', 'ws'))
})

it('nobody sniffs or frames, or learns which page led there; none but ours asks for the camera; each has its id', async () => {
  server = await start()
  const { headers } = await server.ask('v1', '/categories')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('permissions-policy')).toContain('geolocation=(self), camera=(self), microphone=(self)')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('x-powered-by')).toBeNull()
  // Our own page is named; anybody else's is told nothing (http-origins.test.ts).
  expect(headers.get('access-control-allow-origin')).toBe(server.origin)
  const strange = { headers: { origin: 'https://elsewhere.example' } }
  const told = await server.ask('v1', '/categories', strange)
  expect(told.headers.get('access-control-allow-origin')).toBeNull()
})

it('speaks HTTPS by a certificate of the settings', async () => {
  const tls = makeSelfSignedCertificate('localhost')
  server = await start({ settings: { tls } })
  expect(server.origin).toMatch(/^https:/)
  const answer = await new Promise<{ status?: number; hsts?: string | string[] }>((resolve, reject) => {
    get(
      `${server.origin}/healthz`,
      { ca: tls.cert, servername: 'localhost', checkServerIdentity: () => undefined },
      response => {
        response.resume()
        resolve({ status: response.statusCode, hsts: response.headers['strict-transport-security'] })
      },
    ).on('error', reject)
  })
  expect(answer).toEqual({ status: 200, hsts: 'max-age=31536000' })
})

it('an answer has a tag, and whoever has it already gets nothing more', async () => {
  server = await start()
  const read = (headers: Record<string, string> = {}) => server.ask('flags', '', { headers })
  const first = await read()
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  const second = await read({ 'if-none-match': `"other", W/${etag}` })
  expect(second.status).toBe(304)
  expect(await second.text()).toBe('')
  expect(second.headers.get('etag')).toBe(etag)
  await database.db.insertInto('flags').values({ name: 'tagged', enabled: true, variant: null }).execute()
  expect((await read({ 'if-none-match': etag })).status).toBe(200)
})

it('[AUTH-02] what was asked for in somebody’s name is kept by no cache, nor in the browser after they left', async () => {
  server = await start()
  const { token } = await server.signInTemporary()
  for (const [service, path] of [
    ['v1', '/user/tickets'],
    ['v1', '/tickets?status=history'],
    ['users', '/preferences'],
    ['users', '/policies'],
    ['users', '/my-data'],
    ['reservations', '/user'],
  ] as const) {
    const { status, headers } = await server.ask(service, path, { token })
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
  }
})

it('what a route says of its caching itself is left as it is, also when it answers 304', async () => {
  server = await start()
  const first = await server.ask('v1', '/categories')
  const caching = first.headers.get('cache-control')
  expect(caching).toMatch(/^public, max-age=[1-9]/)
  const etag = first.headers.get('etag') ?? ''
  const again = await server.ask('v1', '/categories', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(again.headers.get('cache-control')).toBe(caching)
})
