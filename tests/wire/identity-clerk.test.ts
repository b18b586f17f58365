import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'valibot'
import { type DeskSession, deskSession } from '#contract/rest/desk.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { CLERK_SESSION_MS } from '#server/identity/start-session.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { cookieOf, startTestServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'una clave larga y propia'

eachDatabase('clerks', open => {
  let server: TestServer
  let office: { office_id: number; slug: string }
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
    office = await queueOffice(server.database)
  })
  afterAll(() => server.close())

  let made = 0
  async function clerk(columns: { active?: boolean; password_hash?: string | null } = {}) {
    const user = `clerk-${++made}`
    const password_hash = await hashPassword(PASSWORD)
    const { db } = server.database
    const { id } = await db
      .insertInto('clerks')
      .values({ user_name: user, name: 'Ana Rojas', password_hash, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('clerk_offices').values({ clerk_id: id, office_id: office.office_id }).execute()
    return { id, user }
  }

  const signIn = (user: string, password = PASSWORD) =>
    server.ask('desk', '/session', { body: { user, password } })
  const refusal = async (response: Response) =>
    `${response.status} ${((await response.json()) as { code: string }).code}`

  it('signs in by user and password, with a cookie of its own for a day’s work', async () => {
    const { id, user } = await clerk()
    const response = await signIn(user)
    expect(response.status).toBe(200)
    const session = parse(deskSession, await response.json())
    expect(session).toMatchObject({ clerk_id: id, name: 'Ana Rojas', offices: [{ id: office.office_id }] })
    const [ofSession = '', ofBrowser = ''] = response.headers.getSetCookie()
    const [pair, ...attributes] = ofSession.split('; ')
    expect(pair).toMatch(/^numerito-desk=[A-Za-z0-9_-]{43}$/)
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      `Max-Age=${CLERK_SESSION_MS / 1_000}`,
      'Path=/',
      'SameSite=Lax',
    ])
    // What the browser is known by afterwards opens nothing, and outlives the day.
    expect(ofBrowser).toMatch(
      /^numerito-known=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const again = await server.ask('desk', '/session', { cookie: cookieOf(response) })
    expect(await again.json()).toEqual(session)
    const at = await server.ask('desk', `/offices/${office.office_id}`, { token: session.token })
    expect(at.status).toBe(200)
  })

  it('is one password, however the keyboard writes its accents', async () => {
    const password = 'canción del ñandú'
    const { user } = await clerk({ password_hash: await hashPassword(password.normalize('NFC')) })
    for (const form of ['NFC', 'NFD'] as const)
      expect((await signIn(user, password.normalize(form))).status).toBe(200)
    expect(await refusal(await signIn(user, password.toUpperCase()))).toBe('401 wrong-credentials')
    expect(await refusal(await signIn(user, `${password} `))).toBe('401 wrong-credentials')
  })

  it('a name that nobody can have is bad input', async () => {
    const response = await signIn('a\u0000na')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad-request', fields: [{ path: 'user' }] })
  })

  it('a wrong password, an unknown user, one without a password and one who left are told the same', async () => {
    const { user } = await clerk()
    const { user: without } = await clerk({ password_hash: null })
    const { user: left } = await clerk({ active: false })
    const answers = [
      await signIn(user, 'otra'),
      await signIn('nobody'),
      await signIn(without),
      await signIn(without, ''.padEnd(1)),
      await signIn(left),
    ]
    const bodies = await Promise.all(answers.map(answer => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('wrong-credentials')
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })

  it('a session ends by logging out, by time, and with the clerk’s leaving', async () => {
    const { id, user } = await clerk()
    const start = async () => {
      const response = await signIn(user)
      return { cookie: cookieOf(response), ...((await response.json()) as DeskSession) }
    }
    const first = await start()
    const second = await start()
    await server.ask('desk', '/session', { method: 'DELETE', cookie: first.cookie })
    const of = (cookie: string) => server.ask('desk', '/session', { cookie })
    expect(await refusal(await of(first.cookie))).toBe('401 session-expired')
    expect((await of(second.cookie)).status).toBe(200)
    server.clock.advance(CLERK_SESSION_MS)
    const over = await of(second.cookie)
    // An answer that comes late would take away that of whoever came in by another tab meanwhile.
    expect(over.headers.get('set-cookie')).toBeNull()
    expect(await refusal(over)).toBe('401 session-expired')

    const third = await start()
    await server.database.db.updateTable('clerks').set({ active: false }).where('id', '=', id).execute()
    expect((await of(third.cookie)).status).toBe(401)
    const at = await server.ask('desk', `/offices/${office.office_id}`, { token: third.token })
    expect(await refusal(at)).toBe('401 session-expired')
  })

  it('[DESK-12] who signs out in one tab ends no session of a clerk who came in by another one', async () => {
    const start = async () => {
      const response = await signIn((await clerk()).user)
      return { cookie: cookieOf(response), ...((await response.json()) as DeskSession) }
    }
    const [left, next] = [await start(), await start()]
    const cookie = next.cookie
    const out = await server.ask('desk', '/session', { method: 'DELETE', token: left.token, cookie })
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toBeNull()
    expect((await server.ask('desk', '/session', { cookie })).status).toBe(200)
    expect((await server.ask('desk', '/session', { cookie: left.cookie })).status).toBe(401)
    // Their own goes with them.
    const own = await server.ask('desk', '/session', { method: 'DELETE', token: next.token, cookie })
    expect(own.headers.get('set-cookie')).toMatch(/^numerito-desk=;/)
    expect((await server.ask('desk', '/session', { cookie })).status).toBe(401)
  })

  it('[AUTH-10] customers and clerks do not open each other’s doors', async () => {
    const { user } = await clerk()
    const signedIn = await signIn(user)
    const { token } = (await signedIn.json()) as DeskSession
    const customer = await server.signInTemporary()
    expect(await refusal(await server.ask('users', '/preferences', { token }))).toBe('403 forbidden')
    expect(
      await refusal(await server.ask('desk', `/offices/${office.office_id}`, { token: customer.token })),
    ).toBe('403 forbidden')
    const crossed = cookieOf(signedIn).replace('numerito-desk', 'numerito')
    expect((await server.ask('login', '/session', { cookie: crossed })).status).toBe(401)
  })
})
