import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SIGN_IN_FREE } from '#contract/limits.ts'
import { accountsAt, type Came, newcomer, PASSWORD, refusalOf } from '#tests/support/accounts.ts'
import { endLeftSession } from '#server/identity/end-left-session.ts'
import type { IdentityContext } from '#server/identity/identity-context.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const ELSEWHERE = { headers: { 'x-forwarded-for': '198.51.100.20' } }

eachDatabase('the cookies of whoever leaves', open => {
  let server: TestServer
  let at: ReturnType<typeof accountsAt>
  beforeEach(async () => {
    server = await startTestServer({ database: await open() })
    at = accountsAt(server)
  })
  afterEach(() => server.close())

  /** What a browser holds, and how an answer changes it. */
  const browser = () => {
    const jar = new Map<string, string>()
    const header = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })
    function take(response: Response): Response {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/Expires=Thu, 01 Jan 1970/.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      return response
    }
    return {
      names: () => [...jar.keys()].sort(),
      known: () => `numerito-known=${jar.get('numerito-known')}`,
      header,
      drop: (name: string) => jar.delete(name),
      set: (name: string, value: string) => jar.set(name, value),
      async enter(who: object): Promise<Came> {
        const answer = at.signIn(who, header())
        return at.cameBy(answer.then(response => take(response)))
      },
      ask: async (...asked: Parameters<TestServer['ask']>) => {
        const [service, path, more] = asked
        return take(await server.ask(service, path, { ...more, ...header() }))
      },
    }
  }
  async function someone() {
    const who = newcomer()
    const { user_id } = await at.register(who, ELSEWHERE)
    return { who, user_id }
  }
  const logOut = (here: ReturnType<typeof browser>, token?: string) =>
    here.ask('login', '/session', { method: 'DELETE', ...(token !== undefined && { token }) })
  /** Somebody guesses beside them, until whoever is not known waits. */
  async function guess(user: string) {
    for (let time = 0; time <= SIGN_IN_FREE.name; time++)
      await refusalOf(at.signIn({ user, password: 'otra clave' }))
  }

  it('[AUTH-02] go with a log-out: session, mark and what a provider’s window left', async () => {
    const { who } = await someone()
    const here = browser()
    const { token } = await here.enter(who)
    here.set('numerito-attempt', 'a'.repeat(43))
    expect(here.names()).toEqual(['numerito', 'numerito-attempt', 'numerito-known'])
    expect((await logOut(here, token)).status).toBe(204)
    expect(here.names()).toEqual([])
  })

  it('[AUTH-02] go where the cookie is of a session that is no more', async () => {
    const { who } = await someone()
    const here = browser()
    const { token } = await here.enter(who)
    here.set('numerito', 'a'.repeat(43))
    expect((await logOut(here, token)).status).toBe(204)
    expect(here.names()).not.toContain('numerito')
  })

  it('[AUTH-02] go by the cookie alone, told late, when the session is over by itself', async () => {
    const { who, user_id } = await someone()
    const here = browser()
    await here.enter(who)
    await server.database.db
      .updateTable('sessions')
      .set({ revoked_at: server.clock.now() })
      .where('user_id', '=', user_id)
      .execute()
    expect((await logOut(here)).status).toBe(204)
    expect(here.names()).toEqual([])
  })

  it('[AUTH-02] go by the word of the page, where nothing is left of the session by which it could be known', async () => {
    const [first, second] = [await someone(), await someone()]
    const here = browser()
    await here.enter(second.who)
    const before = here.known()
    await here.enter(first.who)
    here.drop('numerito')
    const tell = (id: string) => here.ask('login', `/session?user_id=${id}`, { method: 'DELETE' })
    expect((await tell(first.user_id)).status).toBe(204)
    expect(here.known()).toBe(before)
    expect((await tell(second.user_id)).status).toBe(204)
    expect(here.names()).toEqual([])
  })

  it('of somebody else are not touched by that word, nor is their session ended', async () => {
    const [first, second] = [await someone(), await someone()]
    const here = browser()
    const { token } = await here.enter(first.who)
    const elsewhere = browser()
    await elsewhere.enter(second.who)
    const known = here.known()
    await elsewhere.ask('login', `/session?user_id=${first.user_id}`, { method: 'DELETE' })
    expect(here.known()).toBe(known)
    expect((await here.ask('users', '/preferences', { token })).status).toBe(200)
  })

  it.each([
    { session: 'open', isOver: false },
    { session: 'over', isOver: true },
  ])(
    '[AUTH-02] are the next person’s where they came in before it was told; the session left was $session',
    async ({ isOver }) => {
      const [first, second] = [await someone(), await someone()]
      const here = browser()
      const left = await here.enter(first.who)
      const { token } = await here.enter(second.who)
      const endsOf = ({ user_id }: { user_id: string }) =>
        server.database.db
          .updateTable('sessions')
          .set({ revoked_at: server.clock.now() })
          .where('user_id', '=', user_id)
      if (isOver) await endsOf(first).execute()
      expect((await logOut(here, left.token)).status).toBe(204)
      expect(here.names()).toEqual(['numerito', 'numerito-known'])
      expect((await here.ask('login', '/session')).status).toBe(200)
      expect((await server.ask('users', '/preferences', { token })).status).toBe(200)
      expect((await server.ask('users', '/preferences', { token: left.token })).status).toBe(401)
      // By the mark of the next person alone.
      await logOut(here, token)
      expect(here.names()).toEqual([])
    },
  )

  it('[AUTH-02] go where the next person is here already, by what ends the session left and nothing else', async () => {
    const [first, second] = [await someone(), await someone()]
    const here = browser()
    const left = await here.enter(first.who)
    const { token } = await here.enter(second.who)
    here.set('numerito-attempt', 'a'.repeat(43))
    const hash = createHash('sha256').update(left.token).digest('hex')
    const tell = (body: object) => here.ask('login', '/session/left', { body, token })
    const isIn = async (token: string) => (await server.ask('users', '/preferences', { token })).status
    expect((await tell({ left: hash, user_id: first.user_id })).status).toBe(204)
    expect([await isIn(left.token), await isIn(token)]).toEqual([401, 200])
    expect((await here.ask('login', '/session')).status).toBe(200)
    expect(here.names()).toEqual(['numerito', 'numerito-attempt', 'numerito-known'])
    // Told again, or of nobody, it ends nothing more; and the browser knows whoever is here.
    expect((await tell({ left: hash, user_id: second.user_id })).status).toBe(204)
    expect((await tell({ left: 'a'.repeat(64) })).status).toBe(204)
    expect(await isIn(token)).toBe(200)
    expect(here.names()).toContain('numerito-known')
    // By the mark of the next person alone.
    await logOut(here, token)
    expect(here.names()).toEqual([])
  })

  it('[SEC-02] of nobody are not written for: whoever guesses what ends a session costs one look', async () => {
    const { database, during } = countedStatements(server.database)
    const context = { ...server.queue, database, origins: [] } as unknown as IdentityContext
    const request = { cookies: {} } as FastifyRequest
    const guess = { left: 'a'.repeat(64) }
    expect(await during(() => endLeftSession(context, request, {} as FastifyReply, guess))).toBe(1)
  })

  it('of a session are not opened by what ends it, nor is it ended by its token alone', async () => {
    const { who } = await someone()
    const here = browser()
    const { token } = await here.enter(who)
    const hash = createHash('sha256').update(token).digest('hex')
    expect((await server.ask('users', '/preferences', { token: hash })).status).toBe(401)
    expect((await server.ask('login', '/session/left', { body: { left: token } })).status).toBe(400)
    expect((await server.ask('users', '/preferences', { token })).status).toBe(200)
  })

  it('[AUTH-02] go where whoever leaves had come in anew, of which the page had not heard', async () => {
    const { who } = await someone()
    const here = browser()
    const { token } = await here.enter(who)
    await here.enter(who)
    expect((await logOut(here, token)).status).toBe(204)
    expect(here.names()).toEqual([])
  })

  it('[AUTH-02] go under whatever e-mail the account has by then', async () => {
    const { who } = await someone()
    const here = browser()
    const { token } = await here.enter(who)
    const user = newcomer().user
    const changed = await here.ask('login', '/user', {
      method: 'PATCH',
      token,
      body: { user: { email: user } },
    })
    expect(changed.status).toBe(200)
    // Known as before.
    await guess(user)
    expect(await refusalOf(at.signIn({ user, password: PASSWORD }))).toBe('429 too-many-requests')
    expect(await refusalOf(at.signIn({ user, password: PASSWORD }, here.header()))).toBe('200')
    await logOut(here, token)
    expect(here.names()).toEqual([])
  })

  it('[AUTH-02] stay for the others who share the browser, by no mark of who left', async () => {
    const [first, second] = [await someone(), await someone()]
    const here = browser()
    await here.enter(first.who)
    await logOut(here)
    await here.enter(second.who)
    const before = here.known()
    await here.enter(first.who)
    await logOut(here)
    expect(here.names()).toEqual(['numerito-known'])
    expect(here.known()).toBe(before)
    // Who stayed known waits for nobody who guesses; who left proves some work, like anybody at a browser
    // that nobody knows.
    const known = here.header()
    await guess(second.who.user)
    expect(await refusalOf(at.signIn(second.who, known))).toBe('200')
    await guess(first.who.user)
    expect(await refusalOf(at.signIn(first.who, known))).toBe('429 too-many-requests')
    const captcha = await server.ask('login', '/password/captcha')
    const captchaToken = await solveCaptcha(await captcha.json())
    expect(await refusalOf(at.signIn({ ...first.who, captchaToken }, known))).toBe('200')
  })

  it('[KEEP-03] [AUTH-02] go with whoever erases themselves', async () => {
    const { who } = await someone()
    const here = browser()
    const { token } = await here.enter(who)
    here.set('numerito-attempt', 'a'.repeat(43))
    const body = { confirmed: true, password: PASSWORD }
    expect((await here.ask('users', '/me', { method: 'DELETE', token, body })).status).toBe(204)
    expect(here.names()).toEqual(['numerito'])
    await logOut(here)
    expect(here.names()).toEqual([])
  })

  it('keep the mark where a session ends by itself', async () => {
    const { who, user_id } = await someone()
    const here = browser()
    await here.enter(who)
    await server.database.db
      .updateTable('sessions')
      .set({ revoked_at: server.clock.now() })
      .where('user_id', '=', user_id)
      .execute()
    expect((await here.ask('login', '/session')).status).toBe(401)
    expect(here.names()).toEqual(['numerito', 'numerito-known'])
    await guess(who.user)
    expect(await refusalOf(at.signIn(who, here.header()))).toBe('200')
  })

  it('of which nobody made the mark are taken all the same', async () => {
    const here = browser()
    await here.enter((await someone()).who)
    here.set('numerito-known', randomUUID())
    await logOut(here)
    expect(here.names()).toEqual([])
  })
})
