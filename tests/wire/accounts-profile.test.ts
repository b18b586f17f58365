import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { EMAIL_CHANGES_FREE, KNOCKS_KEPT_MS, SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import { accountsAt, newcomer, PASSWORD, refusalOf } from '#tests/support/accounts.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const RUT = '12.345.678-5'

eachDatabase('the profile', open => {
  let server: TestServer
  let at: ReturnType<typeof accountsAt>
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
    at = accountsAt(server)
  })
  afterAll(() => server.close())
  beforeEach(() => server.database.db.deleteFrom('knocks').execute())

  const patch = (body: object, token?: string, service: 'login' | 'v1' = 'login') =>
    server.ask(service, '/user', { method: 'PATCH', body, ...(token !== undefined && { token }) })
  const patched = async (body: object, token: string) => {
    const answer = await patch(body, token)
    if (answer.status !== 200) expect.fail(await answer.text())
    return (await answer.json()) as Session
  }
  const rowOf = (id: string) =>
    server.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it.each(['login', 'v1'] as const)(
    '[PROF-01] [AUTH-04] PATCH %s/user corrects what is said, and leaves the rest',
    async service => {
      const { user_id, token, session } = await at.register()
      const body = { uid: user_id, token, user: { name: 'Ana María Rojas', phone: '+56987654321', rut: '-' } }
      const answer = await patch(body, token, service)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        ...session,
        name: 'Ana María Rojas',
        phone: '+56987654321',
      })
      expect(await patched({ user: { rut: RUT } }, token)).toMatchObject({
        name: 'Ana María Rojas',
        identity_type: 'rut',
      })
    },
  )

  it('[PROF-01] is no guest’s: to the letter', async () => {
    const answer = await patch({ user: { name: 'Ana' } })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'user-is-guest', message: 'User is Guest' })
  })

  it('[AUTH-09] of a session that is over says that', async () => {
    const { token } = await at.register()
    await server.ask('login', '/session', { method: 'DELETE', token })
    expect(await refusalOf(patch({ user: { name: 'Ana' } }, token))).toBe('401 session-expired')
  })

  it('[AUTH-10] is changed by nobody else: uid and token must be the caller’s own', async () => {
    const [ana, luis] = [await at.register(), await at.register()]
    const user = { name: 'Otra Persona' }
    for (const body of [
      { uid: ana.user_id, user },
      { token: ana.token, user },
      { uid: luis.user_id, token: ana.token, user },
    ])
      expect(await refusalOf(patch(body, luis.token))).toBe('403 forbidden')
    expect((await patched({ user: {} }, ana.token)).name).toBe('Ana Rojas')
  })

  it('[PROF-01] takes either a rut that is one or a dni, and ‘-’ for none', async () => {
    const { user_id, token } = await at.register()
    expect(await refusalOf(patch({ user: { rut: '12.345.678-9' } }, token))).toBe('400 invalid-rut')
    expect(await refusalOf(patch({ user: { rut: RUT, dni: 'AB12345' } }, token))).toBe('400 bad-request')
    expect(await refusalOf(patch({ user: { dni: 'AB 1' } }, token))).toBe('400 bad-request')
    expect((await patched({ user: { rut: '-', dni: '-' } }, token)).identity_type).toBe(null)
    expect((await patched({ user: { rut: '-', dni: 'AB12345' } }, token)).identity_type).toBe('dni')
    expect((await rowOf(user_id)).document_changes).toBe(0)
    // A dash takes nothing away that was said before.
    expect((await patched({ user: { rut: '-', dni: '-' } }, token)).identity_type).toBe('dni')
  })

  it('[DOC-03] changes its document twice, and never while a number is held', async () => {
    const office = await queueOffice(server.database)
    office.clock.at = server.clock.now()
    const { user_id, token } = await at.register()
    await patched({ user: { dni: 'AB12345' } }, token)
    const { tuid } = await office.take(await office.line(), user_id)
    expect(await refusalOf(patch({ user: { dni: 'CD12345' } }, token))).toBe('409 document-in-use')
    // What is no other document is none, and the rest may be corrected.
    await patched({ user: { dni: 'ab-12345', phone: '+56911112222' } }, token)
    await server.ask('turns', `/tickets/${tuid}/give-up`, { method: 'POST', token })
    for (const dni of ['CD12345', 'EF12345']) await patched({ user: { dni } }, token)
    expect(await refusalOf(patch({ user: { dni: 'GH12345' } }, token))).toBe('409 document-changes-used')
  })

  it('[PROF-01] of a temporary user is corrected as well, and tells nothing of accounts', async () => {
    const who = newcomer()
    await at.register(who)
    const temporary = await server.signInTemporary()
    const session = await patched({ user: { email: who.user, name: 'Ximena' } }, temporary.token)
    expect(session).toMatchObject({ email: who.user, name: 'Ximena', meta: { temporal: true } })
  })

  it('has one e-mail for one account: another is signed in by, and the one before is free', async () => {
    const who = newcomer()
    const { user_id, token } = await at.register(who)
    const email = `nueva.${who.user}`
    expect((await patched({ user: { email: email.toUpperCase() } }, token)).email).toBe(email)
    expect(await refusalOf(at.signIn(who))).toBe('401 wrong-credentials')
    expect((await at.enter({ user: email, password: PASSWORD })).user_id).toBe(user_id)
    expect((await at.register(who)).user_id).not.toBe(user_id)
  })

  it('does not take another account’s e-mail, nor lets anybody find out who has one by trying', async () => {
    const who = newcomer()
    await at.register(who)
    const { token, session } = await at.register()
    expect(await refusalOf(patch({ user: { email: who.user, name: 'Otra' } }, token))).toBe(
      '409 account-exists',
    )
    expect(await patched({ user: {} }, token)).toEqual(session)
    for (let time = 1; time < EMAIL_CHANGES_FREE; time++)
      expect(await refusalOf(patch({ user: { email: who.user } }, token))).toBe('409 account-exists')
    expect(await refusalOf(patch({ user: { email: who.user } }, token))).toBe('409 email-changes-used')
    // What is no change is not counted.
    expect(await refusalOf(patch({ user: { email: session.email, name: 'Ana' } }, token))).toBe('200')
    expect(await refusalOf(patch({ user: { email: 'jоsé@correo.example' } }, token))).toBe('400 bad-request')
    // It is so for the hour, and not for a pause, in another browser as well.
    const { token: again } = await at.enter({ user: session.email ?? '', password: PASSWORD })
    for (const wait of [SIGN_IN_PAUSE_MS.max, KNOCKS_KEPT_MS - SIGN_IN_PAUSE_MS.max - 1]) {
      server.clock.advance(wait)
      expect(await refusalOf(patch({ user: { email: who.user } }, again))).toBe('409 email-changes-used')
    }
    server.clock.advance(1)
    expect(await refusalOf(patch({ user: { email: who.user } }, token))).toBe('409 account-exists')
  })

  it('gets another e-mail also where many at the same address did: after a pause, and not an hour later', async () => {
    const tokens: string[] = []
    for (let nth = 0; nth <= 10; nth++) {
      tokens.push((await at.register()).token)
      await server.database.db.deleteFrom('knocks').execute()
    }
    const neighbour = tokens.pop()
    for (const token of tokens)
      for (let time = 0; time < EMAIL_CHANGES_FREE; time++)
        await patched({ user: { email: newcomer().user } }, token)
    const change = () => patch({ user: { email: newcomer().user } }, neighbour)
    const refused = await change()
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1])
    for (let time = 0; time < EMAIL_CHANGES_FREE; time++) {
      server.clock.advance(SIGN_IN_PAUSE_MS.max)
      expect((await change()).status).toBe(200)
    }
  })

  it('of one e-mail by two accounts at once goes to one of them', async () => {
    const [ana, luis] = [await at.register(), await at.register()]
    const email = newcomer().user
    const answers = await Promise.all(
      [ana, luis].map(({ token }) => refusalOf(patch({ user: { email } }, token))),
    )
    expect(answers.sort()).toEqual(['200', '409 account-exists'])
  })
})
