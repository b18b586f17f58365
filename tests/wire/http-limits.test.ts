import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { deskSession } from '#contract/rest/desk.ts'
import type { Problem } from '#contract/problem.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import {
  cookieOf,
  PERSON,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const start = (options: TestServerOptions = {}) => startTestServer({ database, ...options })

const WINDOW_MS = 30_000
const PASSWORD = 'una clave larga'
/** One more than `max` is too much. */
const only = (name: keyof RateLimits, max: number): TestServerOptions => ({
  rateLimits: { [name]: { max, windowMs: WINDOW_MS } },
})

async function expectTooMany(response: Response): Promise<void> {
  expect(response.status).toBe(429)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const { code, retry_after } = (await response.json()) as Problem
  expect(code).toBe('too-many-requests')
  expect(retry_after).toBeGreaterThan(0)
  expect(retry_after).toBeLessThanOrEqual(WINDOW_MS / 1_000)
  expect(response.headers.get('retry-after')).toBe(String(retry_after))
}

describe('too many requests', () => {
  it('429 by address, with Retry-After, whatever is asked of the services; the application’s own files are not counted', async () => {
    server = await start(only('address', 3))
    for (const path of ['/categories', '/nothing', '/categories']) await server.ask('v1', path)
    await expectTooMany(await server.ask('v1', '/categories'))
    await expectTooMany(await server.ask('v1', '/nothing'))
    expect((await fetch(`${server.origin}/`)).status).not.toBe(429)
  })

  it.each([
    '/%61pi/v1/categories',
    '/api/v%31/categories',
    '/api/v1/categories/',
    '/%61pi/v1/%63ategories?x=1',
  ])('[SEC-02] however the address is spelled: %s meets the limit of its route', async spelled => {
    server = await start(only('address', 2))
    for (let asked = 0; asked < 2; asked += 1) expect((await fetch(server.origin + spelled)).status).toBe(200)
    await expectTooMany(await fetch(server.origin + spelled))
    await expectTooMany(await server.ask('v1', '/categories'))
  })

  it.each(['/', '/nothing', '//api/v1/categories', '/API/v1/categories', '/api%2Fv1/categories'])(
    '[SEC-02] nothing is reached without a limit: %s',
    async path => {
      server = await start({
        rateLimits: { files: { max: 1, windowMs: WINDOW_MS }, address: { max: 1, windowMs: WINDOW_MS } },
      })
      expect((await fetch(server.origin + path)).status).not.toBe(429)
      expect((await fetch(server.origin + path)).status).toBe(429)
    },
  )

  it('[SEC-02] HEAD counts as the GET that it is', async () => {
    server = await start(only('captcha', 1))
    expect((await server.ask('login', '/captcha', { method: 'HEAD' })).status).toBe(200)
    expect((await server.ask('login', '/captcha')).status).toBe(429)
  })

  describe.each([
    ['back', -1],
    ['forward', 1],
  ])('while the machine’s clock is put %s an hour', (_whither, hours) => {
    const jump = () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.setSystemTime(Date.now() + hours * 3_600_000)
    }

    it('what was asked before counts as before, and whoever is refused is told no longer time', async () => {
      server = await start(only('address', 1))
      expect((await server.ask('v1', '/categories')).status).toBe(200)
      jump()
      await expectTooMany(await server.ask('v1', '/categories'))
    })

    it('a window ends all the same, however much is asked in it', async () => {
      server = await start({ rateLimits: { address: { max: 1, windowMs: 500 } } })
      expect((await server.ask('v1', '/categories')).status).toBe(200)
      jump()
      await waitFor('the window to end', async () => (await server.ask('v1', '/categories')).ok, 10_000)
    })
  })

  it('429 for trials of the push notice, by session', async () => {
    server = await start(only('pushTest', 1))
    const { token } = await server.signInTemporary()
    const trial = () => server.ask('push', '/test', { method: 'POST', token })
    expect((await trial()).status).toBe(409)
    await expectTooMany(await trial())
  })

  it('429 for trials of the push notice, by address: another session is no way around it', async () => {
    server = await start(only('pushTestAddress', 1))
    const [one, other] = [await server.signInTemporary(), await server.signInTemporary()]
    const trial = (token: string) => server.ask('push', '/test', { method: 'POST', token })
    expect((await trial(one.token)).status).toBe(409)
    await expectTooMany(await trial(other.token))
  })

  it('an invented token is no way around the limit of the address', async () => {
    server = await start(only('address', 3))
    const ask = (index: number) => server.ask('v1', '/categories', { token: String(index).repeat(43) })
    for (const index of [1, 2, 3]) expect((await ask(index)).status).toBe(200)
    await expectTooMany(await ask(4))
  })

  describe('while somebody floods the address', () => {
    const MAX = 20
    /** Guests, invented tokens and cookies: until the address is refused, and once more. */
    async function flood(): Promise<void> {
      const ask = (index: number) => server.ask('v1', '/categories', { token: String(index % 10).repeat(43) })
      for (let asked = 0; asked < MAX; asked += 1) await ask(asked)
      await expectTooMany(await ask(MAX))
      await expectTooMany(await server.ask('v1', '/categories'))
      const cookie = `__Host-numerito=${'x'.repeat(43)}; numerito-desk=${'y'.repeat(43)}`
      await expectTooMany(await server.ask('v1', '/categories', { cookie }))
    }
    const preferences = (token: string) => server.ask('users', '/preferences', { token })
    const byCookie = (cookie: string) => server.ask('v1', '/categories', { cookie })
    /** A clerk at the desk of an office, who was heard of. */
    async function atDesk() {
      const office = await queueOffice(database)
      const { clerk_id } = await office.clerk()
      const user = `ana-${clerk_id}`
      await database.db
        .updateTable('clerks')
        .set({ user_name: user, password_hash: await hashPassword(PASSWORD) })
        .where('id', '=', clerk_id)
        .execute()
      const signedIn = await server.ask('desk', '/session', { body: { user, password: PASSWORD } })
      const { token } = v.parse(deskSession, await signedIn.json())
      const desk = () => server.ask('desk', `/offices/${office.office_id}/reservations`, { token })
      expect((await desk()).status).toBe(200)
      return { clerk_id, token, desk, cookie: cookieOf(signedIn) }
    }

    it('[SEC-02] whoever was in before goes on, and comes back by the cookie', async () => {
      server = await start(only('address', MAX))
      const person = await server.signInTemporary()
      expect((await preferences(person.token)).status).toBe(200)
      await flood()
      for (let asked = 0; asked < MAX; asked += 1) expect((await preferences(person.token)).status).toBe(200)
      const again = await server.ask('login', '/session', {
        cookie: `other=1; numerito-desk=${'x'.repeat(43)}; numerito-wall-2=${'y'.repeat(43)}; ${person.cookie}`,
      })
      expect(again.status).toBe(200)
      await expectTooMany(await server.ask('v1', '/categories'))
    })

    it('[SEC-02] a desk goes on, however many people of its address ask', async () => {
      server = await start({
        rateLimits: {
          address: { max: MAX, windowMs: WINDOW_MS },
          known: { max: 1, windowMs: WINDOW_MS },
        },
      })
      const { desk, cookie } = await atDesk()
      const person = await server.signInTemporary()
      expect((await preferences(person.token)).status).toBe(200)
      await flood()
      expect((await preferences(person.token)).status).toBe(200)
      await expectTooMany(await preferences(person.token))
      for (let asked = 0; asked < MAX; asked += 1) expect((await desk()).status).toBe(200)
      expect((await server.ask('desk', '/session', { cookie })).status).toBe(200)
    })

    it('[SEC-02] a cookie whose session is over buys nothing, at whatever it is shown, whoever ended it', async () => {
      server = await start(only('address', MAX))
      const person = await server.signInTemporary()
      expect((await preferences(person.token)).status).toBe(200)
      const [leaves, retires] = [await atDesk(), await atDesk()]
      await flood()
      const cookies = [person.cookie, leaves.cookie, retires.cookie]
      for (const cookie of cookies) expect((await byCookie(cookie)).status).toBe(200)
      await server.ask('login', '/session', { method: 'DELETE', token: person.token })
      await server.ask('desk', '/session', { method: 'DELETE', token: leaves.token })
      for (const { cookie } of [person, leaves]) await expectTooMany(await byCookie(cookie))
      expect((await byCookie(retires.cookie)).status).toBe(200)
      await database.db
        .updateTable('clerks')
        .set({ active: false })
        .where('id', '=', retires.clerk_id)
        .execute()
      await waitFor('the word of it', async () => (await byCookie(retires.cookie)).status === 429)
    })

    it('[SEC-02] nor does one whose session ended by itself', async () => {
      server = await start(only('address', MAX))
      const { cookie } = await atDesk()
      await flood()
      expect((await byCookie(cookie)).status).toBe(200)
      server.clock.advance(12 * 3_600_000)
      await expectTooMany(await byCookie(cookie))
    })

    it('[SEC-02] whose session is over passes once more, and is a stranger', async () => {
      server = await start(only('address', MAX))
      const person = await server.signInTemporary()
      expect((await preferences(person.token)).status).toBe(200)
      await flood()
      await server.ask('login', '/session', { method: 'DELETE', token: person.token })
      expect((await preferences(person.token)).status).toBe(401)
      await expectTooMany(await preferences(person.token))
    })
  })

  it('429 by session: one person’s flood is not their neighbour’s', async () => {
    server = await start(only('session', 2))
    const [one, other] = [await server.signInTemporary(), await server.signInTemporary()]
    const ask = (token: string) => server.ask('users', '/preferences', { token })
    expect((await ask(one.token)).status).toBe(200)
    expect((await ask(one.token)).status).toBe(200)
    await expectTooMany(await ask(one.token))
    expect((await ask(other.token)).status).toBe(200)
    expect((await server.ask('v1', '/categories')).status).toBe(200)
  })

  it('[SEC-02] 429 by session also for who shows its cookie alone, and is nobody by that', async () => {
    server = await start(only('session', 2))
    const [one, other] = [await server.signInTemporary(), await server.signInTemporary()]
    const ask = ({ token }: { token: string }) => server.ask('users', '/preferences', { token })
    const byCookie = ({ cookie }: { cookie: string }) => server.ask('v1', '/categories', { cookie })
    for (const who of [one, other]) expect((await ask(who)).status).toBe(200)
    for (let asked = 0; asked < 2; asked += 1) expect((await byCookie(one)).status).toBe(200)
    await expectTooMany(await byCookie(one))
    expect((await byCookie(other)).status).toBe(200)
    // What the page asks by its token is counted by itself.
    expect((await ask(one)).status).toBe(200)
  })

  it.each<[keyof RateLimits, string, () => Promise<Response>]>([
    ['captcha', 'captchas', () => server.ask('login', '/captcha')],
    [
      'login',
      'temporary logins',
      () =>
        server.ask('login', '/temporaryV2', {
          body: { ...PERSON, captchaToken: 'x', sessionId: crypto.randomUUID() },
        }),
    ],
    ['handover', 'codes tried', () => server.ask('login', '/handover/redeem', { body: { code: 'x' } })],
  ])('429 %s: too many %s', async (name, _what, ask) => {
    server = await start(only(name, 2))
    expect((await ask()).status).not.toBe(429)
    expect((await ask()).status).not.toBe(429)
    await expectTooMany(await ask())
    expect((await server.ask('v1', '/categories')).status).toBe(200)
  })

  it.each([
    ['account', 'POST', '/signup', { name: 'Ana' }],
    ['account', 'POST', '/password', {}],
    ['account', 'GET', '/password/captcha', undefined],
    ['mailLink', 'POST', '/password/forgot', { user: 'ana@correo.example', captchaToken: '' }],
    ['mailLink', 'POST', '/password/reset', { token: 'A'.repeat(43), password: '' }],
    ['mailLink', 'POST', '/email/confirm', { token: 'A'.repeat(43) }],
    ['mailLink', 'POST', '/email/recover', { token: 'A'.repeat(43) }],
    ['profile', 'PUT', '/password', { password: '' }],
    ['profile', 'POST', '/email/confirmation', undefined],
    ['profile', 'PATCH', '/user', { user: {} }],
  ] as const)('429 for accounts: %s counts %s %s', async (name, method, path, body) => {
    server = await start(only(name, 1))
    const { token } = await server.signInTemporary()
    const ask = () => server.ask('login', path, { method, token, ...(body && { body }) })
    expect((await ask()).status).not.toBe(429)
    await expectTooMany(await ask())
  })

  it('429 for numbers, by session', async () => {
    server = await start(only('ticket', 1))
    const { token } = await server.signInTemporary()
    const take = () =>
      server.ask('v1', '/offices/1/tickets/new', {
        token,
        body: { line_id: 1, request_id: crypto.randomUUID() },
      })
    expect((await take()).status).toBe(404)
    await expectTooMany(await take())
  })

  it('429 for times booked and moved, by session', async () => {
    server = await start(only('reservation', 1))
    const { token } = await server.signInTemporary()
    const [from, to] = ['2026-11-24T13:00:00Z', '2026-11-24T13:15:00Z']
    const request_id = crypto.randomUUID()
    const body = { line: 1, block: { from, to }, request_id }
    const reserve = { line_id: 1, from, to, request_id }
    for (const book of [
      () => server.ask('reservations', '', { token, body }),
      () => server.ask('reservations', `/${request_id}`, { token, method: 'PATCH', body }),
      () => server.ask('v1', '/user/reserves', { token, body: { reserve } }),
      () => server.ask('v3', '/user/reserves', { token, body: { reserve } }),
    ]) {
      expect((await book()).status).toBe(404)
      await expectTooMany(await book())
    }
  })
})

describe('behind a proxy', () => {
  const from = (address: string) =>
    server.ask('v1', '/categories', { headers: { 'x-forwarded-for': address } })

  it('each address counts for itself where the hops are known', async () => {
    server = await start({ ...only('address', 1), settings: { proxyHops: 1 } })
    expect((await from('203.0.113.1')).status).toBe(200)
    await expectTooMany(await from('203.0.113.1'))
    expect((await from('203.0.113.2')).status).toBe(200)
    // What the client wrote stands further left: the last entry is the one that the proxy added.
    await expectTooMany(await from('198.51.100.9, 203.0.113.1'))
  })

  it('a forged address is not believed where there is no proxy', async () => {
    server = await start(only('address', 1))
    expect((await from('203.0.113.1')).status).toBe(200)
    await expectTooMany(await from('203.0.113.2'))
  })

  it('one household has many addresses of IPv6, and one limit', async () => {
    server = await start({ ...only('address', 1), settings: { proxyHops: 1 } })
    expect((await from('2001:db8:1:2::1')).status).toBe(200)
    await expectTooMany(await from('2001:db8:1:2:ffff::9'))
    expect((await from('2001:db8:1:3::1')).status).toBe(200)
  })
})
