import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTH_COOKIE_MS, HANDOVER_CODE_MS } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { discardSpent } from '#server/identity/discard-spent.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { cookieOf, PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

eachDatabase('sessions', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  afterAll(() => server.close())

  const session = (cookie?: string) => server.ask('login', '/session', { cookie })
  const isIn = async (token: string) => (await server.ask('users', '/preferences', { token })).status === 200

  it('[AUTH-06] the cookie lasts 15 days and is for our own pages alone', async () => {
    const { setCookie, session } = await server.signInTemporary()
    const [pair, ...attributes] = setCookie.split('; ')
    expect(pair).toMatch(/^numerito=[A-Za-z0-9_-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1296000', 'Path=/', 'SameSite=Lax'])
    expect(Date.parse(session.expires_at) - server.clock.now().getTime()).toBe(AUTH_COOKIE_MS)
  })

  it('[AUTH-06] the session ends with the cookie, to the moment, at the server too', async () => {
    const { cookie, token } = await server.signInTemporary()
    server.clock.advance(AUTH_COOKIE_MS - 1)
    expect((await session(cookie)).status).toBe(200)
    server.clock.advance(1)
    const over = await session(cookie)
    expect(over.status).toBe(401)
    expect(await codeOf(over)).toBe('session-expired')
    // An answer that comes late would take away that of whoever came in by another tab meanwhile.
    expect(over.headers.get('set-cookie')).toBeNull()
    const refused = await server.ask('users', '/preferences', { token })
    expect(refused.status).toBe(401)
    expect(await codeOf(refused)).toBe('session-expired')
  })

  it('trades the cookie for the same token again, and the token is not the cookie’s', async () => {
    const { cookie, token, session: first } = await server.signInTemporary()
    const response = await session(cookie)
    expect(await response.json()).toEqual(first)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(token).not.toBe(cookie.split('=')[1])
    expect(await isIn(cookie.split('=')[1] ?? '')).toBe(false)
    expect((await session(`numerito=${token}`)).status).toBe(401)
  })

  it('a guest has no session, and that is no fault', async () => {
    const response = await session()
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
  })

  it('a token that is over makes a guest, who may still look around', async () => {
    const response = await server.ask('v1', '/categories', { token: 'A'.repeat(43) })
    expect(response.status).toBe(200)
  })

  it('logging out revokes both tokens and takes the cookie back', async () => {
    const { cookie, token } = await server.signInTemporary()
    const response = await server.ask('login', '/session', { method: 'DELETE', cookie })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^numerito=;/)
    expect((await session(cookie)).status).toBe(401)
    expect(await isIn(token)).toBe(false)
    expect((await server.ask('login', '/session', { method: 'DELETE', cookie })).status).toBe(204)
  })

  it('logs out by the token where the cookie is gone', async () => {
    const { cookie, token } = await server.signInTemporary()
    await server.ask('login', '/session', { method: 'DELETE', token })
    expect((await session(cookie)).status).toBe(401)
  })

  it('ends this device’s push subscription with the session, never another person’s', async () => {
    const { db } = server.database
    const mine = await server.signInTemporary()
    const theirs = await server.signInTemporary()
    const subscriptions = [mine, theirs].map(({ user_id }) => ({
      id: randomUUID(),
      user_id,
      endpoint: `https://push.example/${randomUUID()}`,
      p256dh: 'x',
      auth: 'x',
      language: 'es' as const,
      created_at: server.clock.now(),
    }))
    await db.insertInto('push_subscriptions').values(subscriptions).execute()
    const logOut = (id = '') =>
      server.ask('login', `/session?subscription_id=${id}`, { method: 'DELETE', cookie: mine.cookie })
    const left = async () =>
      (await db.selectFrom('push_subscriptions').select('id').execute()).map(({ id }) => id)
    const [own, other] = subscriptions.map(({ id }) => id)

    expect((await logOut('nonsense')).status).toBe(400)
    await logOut(own)
    expect(await left()).toEqual([other])
    const again = await server.signInTemporary()
    await server.ask('login', `/session?subscription_id=${other}`, { method: 'DELETE', cookie: again.cookie })
    expect(await left()).toEqual([other])
  })

  it('keeps no token in the database, of either kind', async () => {
    const { cookie, token } = await server.signInTemporary()
    const rows = await server.database.db.selectFrom('sessions').selectAll().execute()
    const text = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    for (const secret of [cookie.split('=')[1] ?? '', token]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'))
    }
  })

  it('throws old sessions away, not those that are open', async () => {
    const { db } = server.database
    await server.signInTemporary()
    server.clock.advance(AUTH_COOKIE_MS + 31 * 24 * 3_600_000)
    const { cookie } = await server.signInTemporary()
    await discardSpent(server)
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    expect((await session(cookie)).status).toBe(200)
  })

  it('[KEEP-03] throws away a session that was ended as long after as one that ended by itself', async () => {
    const { db } = server.database
    const { cookie, token } = await server.signInTemporary()
    // As that of a machine, which would last for a year.
    const lasts = new Date(server.clock.now().getTime() + 400 * 24 * 3_600_000)
    await db.updateTable('sessions').set({ expires_at: lasts }).execute()
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('cookie_hash', '=', hashOfToken(cookie.split('=')[1] ?? ''))
      .executeTakeFirstOrThrow()
    await server.ask('login', '/session', { method: 'DELETE', cookie })
    const isKept = async () =>
      (await db.selectFrom('sessions').select('id').where('id', '=', id).execute()).length === 1
    server.clock.advance(30 * 24 * 3_600_000)
    await discardSpent(server)
    expect(await isKept()).toBe(true)
    server.clock.advance(1)
    await discardSpent(server)
    expect(await isKept()).toBe(false)
    expect(await isIn(token)).toBe(false)
  })

  describe('the handover', () => {
    const code = async (token: string) =>
      codeOf(await server.ask('login', '/handover', { method: 'POST', token }))
    const redeem = (given: string) => server.ask('login', '/handover/redeem', { body: { code: given } })

    it('a code carries the session to another browser, once', async () => {
      const first = await server.signInTemporary()
      const given = await code(first.token)
      expect(given).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
      const response = await redeem(given)
      expect(response.status).toBe(200)
      const second = (await response.json()) as Session
      expect(second).toMatchObject({ user_id: first.user_id, name: PERSON.name, meta: { temporal: true } })
      expect(second.token).not.toBe(first.token)
      expect((await session(cookieOf(response))).status).toBe(200)
      expect(await isIn(first.token)).toBe(true)

      const again = await redeem(given)
      expect(again.status).toBe(400)
      expect(await codeOf(again)).toBe('handover-code-invalid')
      expect(again.headers.get('set-cookie')).toBeNull()
    })

    it('opens one session when many try at the same moment', async () => {
      const given = await code((await server.signInTemporary()).token)
      const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(given)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it('is read as people type it', async () => {
      const { user_id, token } = await server.signInTemporary()
      const given = await code(token)
      const typed = ` ${given.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(await (await redeem(typed)).json()).toMatchObject({ user_id })
    })

    it('lasts ten minutes, and is no code before it was given', async () => {
      const given = await code((await server.signInTemporary()).token)
      server.clock.advance(HANDOVER_CODE_MS)
      expect((await redeem(given)).status).toBe(400)
      expect((await redeem('00000-00000')).status).toBe(400)
      expect((await server.ask('login', '/handover', { method: 'POST' })).status).toBe(401)
    })

    it('is not kept as it is', async () => {
      const given = (await code((await server.signInTemporary()).token)).replace('-', '')
      const rows = await server.database.db.selectFrom('handover_codes').select('code_hash').execute()
      expect(rows.map(row => Buffer.from(row.code_hash).toString('latin1')).join()).not.toContain(given)
    })
  })

  describe('pages of others', () => {
    it.each([
      ['GET', '/session', { origin: 'https://evil.example' }],
      ['GET', '/session', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
      ['GET', '/session', { origin: undefined, 'sec-fetch-site': 'same-site' }],
      ['DELETE', '/session', { origin: 'https://evil.example' }],
      ['DELETE', '/session', { origin: 'null' }],
      ['DELETE', '/session', { origin: undefined }],
      ['POST', '/temporaryV2', { origin: 'https://evil.example' }],
      ['POST', '/handover/redeem', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
    ])('are refused: %s %s %o', async (method, path, { origin, ...headers }) => {
      const { cookie, token } = await server.signInTemporary()
      const response = await fetch(server.url('login', path), {
        method,
        headers: { cookie, ...(origin && { origin }), ...headers } as Record<string, string>,
      })
      expect(response.status).toBe(403)
      expect(await codeOf(response)).toBe('forbidden')
      expect(await isIn(token)).toBe(true)
    })

    it('our own are not, by either header', async () => {
      const { cookie } = await server.signInTemporary()
      const ask = (headers: Record<string, string>) =>
        fetch(server.url('login', '/session'), { headers: { cookie, ...headers } })
      expect((await ask({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
      expect((await ask({ origin: server.origin })).status).toBe(200)
      expect((await ask({})).status).toBe(200)
    })
  })
})
