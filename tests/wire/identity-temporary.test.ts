import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'valibot'
import { session as sessionSchema, type Session } from '#contract/rest/login.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'

eachDatabase('temporary users', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  afterAll(() => server.close())

  const user = (id: string) =>
    server.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  async function countUsers(): Promise<number> {
    return (await server.database.db.selectFrom('users').select('id').execute()).length
  }

  it('[AUTH-01] [AUTH-03] a guest becomes a user with token and temporal flag', async () => {
    const { ask, signInTemporary } = server
    expect((await ask('users', '/preferences')).status).toBe(401)
    const { session, token } = await signInTemporary()
    expect(parse(sessionSchema, session)).toEqual(session)
    expect(session).toMatchObject({
      name: PERSON.name,
      email: PERSON.email,
      phone: PERSON.phone,
      identity_type: 'rut',
      meta: { temporal: true },
    })
    expect((await ask('users', '/preferences', { token })).status).toBe(200)
  })

  it.each([
    ['neither', {}],
    ['both', { rut: PERSON.rut, dni: 'AB123456' }],
  ])('[TEMP-01] identity is either rut or dni: %s is refused', async (_which, identity) => {
    const { ask, solvedCaptcha } = server
    const { rut: _rut, ...person } = PERSON
    const before = await countUsers()
    const response = await ask('login', '/temporaryV2', {
      body: { captchaToken: await solvedCaptcha(), sessionId: randomUUID(), ...person, ...identity },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('either'),
    })
    expect(await countUsers()).toBe(before)
  })

  it('[TEMP-01] a dni is as good as a rut', async () => {
    const { signInTemporary } = server
    const { session } = await signInTemporary({ dni: 'AB-123456' })
    expect(session.identity_type).toBe('dni')
  })

  it('[TEMP-01] what was copied is taken as it is seen, and is the same person', async () => {
    const { signInTemporary } = server
    const typed = await signInTemporary()
    const copied = await signInTemporary({
      name: '\u200bXimena\u00a0D\u2019Angelo',
      email: '\u200eximena@correo.example\u200e',
      phone: '\u202a(+56) 9\u20111234 5678\u202c',
      rut: '\u202a12.345.678\u20135\u202c',
    })
    expect(copied.session).toMatchObject({
      name: 'Ximena D\u2019Angelo',
      email: 'ximena@correo.example',
      phone: '+56912345678',
    })
    const [one, other] = await Promise.all([user(typed.user_id), user(copied.user_id)])
    expect(other.identity_hash).toEqual(one.identity_hash)
  })

  it('[FORM-05] a rut with a wrong check digit is refused, and costs no captcha', async () => {
    const { ask, solvedCaptcha } = server
    const { rut: _rut, ...person } = PERSON
    const body = { captchaToken: await solvedCaptcha(), sessionId: randomUUID(), ...person }
    const refused = await ask('login', '/temporaryV2', { body: { ...body, rut: '12.345.678-9' } })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'invalid-rut', fields: [{ path: 'rut' }] })
    expect((await ask('login', '/temporaryV2', { body: { ...body, rut: PERSON.rut } })).status).toBe(200)
  })

  it('a repeated attempt gives the same user, with a fresh session and what was said last', async () => {
    const { signInTemporary, ask } = server
    const sessionId = randomUUID()
    const first = await signInTemporary({ sessionId })
    const again = await signInTemporary({ sessionId: sessionId.toUpperCase(), name: 'Ximena Núñez' })
    expect(again.user_id).toBe(first.user_id)
    expect(again.token).not.toBe(first.token)
    expect(again.session.name).toBe('Ximena Núñez')
    expect((await ask('users', '/preferences', { token: first.token })).status).toBe(200)
  })

  it('attempts of the same id at the same moment make one user', async () => {
    const { signInTemporary } = server
    const sessionId = randomUUID()
    const all = await Promise.all(Array.from({ length: 8 }, () => signInTemporary({ sessionId })))
    expect(new Set(all.map(({ user_id }) => user_id)).size).toBe(1)
    expect(new Set(all.map(({ token }) => token)).size).toBe(8)
  })

  it('who reads the database cannot repeat an attempt, nor after a logout who knows it', async () => {
    const { signInTemporary, ask } = server
    const sessionId = randomUUID()
    const first = await signInTemporary({ sessionId })
    const { login_attempt } = await user(first.user_id)
    expect(login_attempt).not.toBe(sessionId)
    const thief = await signInTemporary({ sessionId: login_attempt ?? '' })
    expect(thief.user_id).not.toBe(first.user_id)
    await ask('login', '/session', { method: 'DELETE', cookie: first.cookie })
    expect((await signInTemporary({ sessionId })).user_id).not.toBe(first.user_id)
  })

  it('corrects the person behind the token, and nobody else', async () => {
    const { signInTemporary, ask } = server
    const mine = await signInTemporary()
    const theirs = await signInTemporary({ rut: '11.111.111-1' })
    const corrected = { ...PERSON, name: 'Ximena Núñez', rut: '7.654.321-6', language: 'pt' }
    const response = await ask('login', '/temporary', { method: 'PUT', token: mine.token, body: corrected })
    expect(response.status).toBe(200)
    const session = (await response.json()) as Session
    expect(session).toMatchObject({ user_id: mine.user_id, token: mine.token, name: 'Ximena Núñez' })
    expect(session.expires_at).toBe(mine.session.expires_at)
    const kept = await ask('login', '/session', { cookie: theirs.cookie })
    expect(await kept.json()).toMatchObject({ name: PERSON.name })
    expect((await user(mine.user_id)).language).toBe('pt')
  })

  it('corrects a mistyped phone or e-mail without the document, which stays, and counts no change of it', async () => {
    const { signInTemporary, ask } = server
    const { user_id, token } = await signInTemporary()
    const { rut: _rut, ...person } = PERSON
    const before = await user(user_id)
    const put = (body: object) => ask('login', '/temporary', { method: 'PUT', token, body })
    const response = await put({ ...person, phone: '+56911112222', email: 'otra@correo.example' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      phone: '+56911112222',
      email: 'otra@correo.example',
      identity_type: 'rut',
    })
    const after = await user(user_id)
    expect(after.identity_hash).toEqual(before.identity_hash)
    expect(after.document_changes).toBe(0)
    expect((await put({ ...person, rut: PERSON.rut, dni: 'AB123456' })).status).toBe(400)
  })

  it('whoever was forgotten says the document anew', async () => {
    const { signInTemporary, ask, database } = server
    const { user_id, token } = await signInTemporary()
    await database.db
      .updateTable('users')
      .set({ person: null, identity_type: null, identity_hash: null })
      .where('id', '=', user_id)
      .execute()
    const { rut, ...person } = PERSON
    const put = (body: object) => ask('login', '/temporary', { method: 'PUT', token, body })
    expect((await put(person)).status).toBe(400)
    expect((await put({ ...person, rut })).status).toBe(200)
  })

  it('[AUTH-10] without a token nobody is corrected', async () => {
    const { signInTemporary, ask } = server
    const { cookie } = await signInTemporary()
    // A cookie alone opens the session and nothing else: pages of others could send it along.
    const response = await ask('login', '/temporary', { method: 'PUT', cookie, body: PERSON })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  })

  it('keeps a person sealed: no name, e-mail, phone or identity number lies in any row', async () => {
    const { signInTemporary } = server
    const { user_id, token, cookie } = await signInTemporary()
    const { db } = server.database
    const rows = [
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('used_captchas').selectAll().execute(),
    ]
    const bytes = rows
      .flat()
      .flatMap(row => Object.values(row))
      .map(value => (value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value))))
    expect(bytes.some(value => value.includes(user_id))).toBe(true)
    const secrets = [...Object.values(PERSON), 'Ximena', '12345678', token, cookie.split('=')[1] ?? '']
    for (const secret of secrets) {
      const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]
      for (const form of forms) expect(bytes.filter(value => value.includes(form))).toEqual([])
    }
  })

  it('says in no log line who somebody is, nor what opens their session', async () => {
    const { signInTemporary, ask, logged } = server
    const { token, cookie } = await signInTemporary()
    await ask('login', '/session', { cookie })
    await ask('login', '/temporary', { method: 'PUT', token, body: { ...PERSON, name: '' } })
    await ask('login', '/temporary', { method: 'PUT', token, body: PERSON })
    await ask('users', `/preferences?site=${PERSON.email}`, { token })
    await ask('v1', `/nowhere/${PERSON.rut}?token=${token}`, { token })
    const { code } = (await (await ask('login', '/handover', { method: 'POST', token })).json()) as {
      code: string
    }
    await ask('login', '/handover/redeem', { body: { code } })
    await ask('login', '/session', { method: 'DELETE', cookie })
    const log = logged.join('\n')
    expect(logged.length).toBeGreaterThan(8)
    expect(log).toContain('/services/login/temporaryV2')
    const secrets = [
      ...Object.values(PERSON),
      'Ximena',
      '12345678',
      '912345678',
      token,
      cookie.split('=')[1],
      code,
    ]
    for (const secret of secrets) expect(log).not.toContain(secret)
    expect(log).toContain('127.0.0.0')
    expect(log).not.toMatch(/"ip":"127\.0\.0\.1"/)
  })
})
