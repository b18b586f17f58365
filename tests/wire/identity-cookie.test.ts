import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import {
  cookieOf,
  PERSON,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/server.ts'

let server: TestServer
let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database.close())
afterEach(() => server.close())

const start = (options: TestServerOptions = {}) => startTestServer({ database, ...options })

const origin = 'https://numerito.example'

/** Signs in through a proxy that ends TLS. */
async function signInBehindProxy({ solvedCaptcha, url }: TestServer, headers: Record<string, string>) {
  return fetch(url('login', '/temporaryV2'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify({
      captchaToken: await solvedCaptcha(),
      sessionId: crypto.randomUUID(),
      ...PERSON,
    }),
  })
}

it('[AUTH-06] behind a proxy that ends TLS the cookie is Secure and bound to its host', async () => {
  server = await start({ settings: { proxyHops: 1, origins: [origin] } })
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'numerito.example' }
  const response = await signInBehindProxy(server, headers)
  const [pair, ...attributes] = (response.headers.get('set-cookie') ?? '').split('; ')
  expect(pair).toMatch(/^__Host-numerito=[A-Za-z0-9_-]{43}$/)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1296000', 'Path=/', 'SameSite=Lax', 'Secure'])
  const session = await fetch(server.url('login', '/session'), {
    headers: { ...headers, cookie: cookieOf(response), 'sec-fetch-site': 'same-origin' },
  })
  expect(session.status).toBe(200)
})

it('a Host header does not take Secure away where localhost is no origin of ours', async () => {
  server = await start({ settings: { origins: [origin] } })
  const response = await signInBehindProxy(server, {})
  expect(response.headers.get('set-cookie')).toMatch(/^__Host-numerito=.*; Secure/)
})
