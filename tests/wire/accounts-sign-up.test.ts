import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Account } from '#contract/rest/accounts.ts'
import type { Session } from '#contract/rest/login.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { cookieOf, startTestServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'tren verde a Llolleo'

eachDatabase('an account', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  afterAll(() => server.close())
  beforeEach(() => server.database.db.deleteFrom('knocks').execute())

  let made = 0
  const newcomer = () => ({ user: `ana${++made}@correo.example`, password: PASSWORD, name: 'Ana Rojas' })
  const signUp = (body: object, token?: string) =>
    server.ask('login', '/signup', { body, ...(token !== undefined && { token }) })
  const signIn = (body: object, token?: string) =>
    server.ask('login', '/password', { body, ...(token !== undefined && { token }) })
  const sessionIn = async (response: Promise<Response>) => {
    const answer = await response
    expect(answer.status).toBe(200)
    return (await answer.json()) as Session
  }
  const refusal = async (response: Promise<Response>) => {
    const answer = await response
    const { code, message } = (await answer.json()) as { code: string; message: string }
    return { status: answer.status, code, message }
  }

  it('[AUTH-01] [AUTH-03] [AUTH-04] is made by user, password and name, and is entered by user and password', async () => {
    const who = newcomer()
    const first = await sessionIn(signUp(who))
    expect(first).toMatchObject({
      name: 'Ana Rojas',
      email: who.user,
      phone: null,
      identity_type: null,
      meta: { temporal: false },
    })
    const second = await sessionIn(signIn({ user: ` ${who.user.toUpperCase()}`, password: PASSWORD }))
    expect(second).toMatchObject({ user_id: first.user_id, meta: { temporal: false } })
    const account = (await (await server.ask('login', '/account', { token: second.token })).json()) as Account
    expect(account).toMatchObject({ email: who.user, email_confirmed: false, has_password: true })
    expect(account.sessions.map(({ current }) => current)).toEqual([true, false])
  })

  it('[AUTH-06] its cookie brings the session back', async () => {
    const response = await signUp(newcomer())
    const cookies = response.headers.getSetCookie()
    expect(cookies.find(cookie => cookie.startsWith('numerito='))).toMatch(/Max-Age=1296000/)
    const given = (await response.json()) as Session
    const cookie = cookies.map(each => each.split(';')[0] ?? '').find(each => each.startsWith('numerito='))
    expect(
      await (await server.ask('login', '/session', { cookie: cookie ?? cookieOf(response) })).json(),
    ).toEqual(given)
  })

  it('[AUTH-07] needs user and password, and says so in the language of who asks', async () => {
    expect(await refusal(signUp({ name: 'Ana' }))).toEqual({
      status: 400,
      code: 'user-and-password-required',
      message: 'Escribe tu usuario y tu contraseña',
    })
    expect(await refusal(signIn({ user: 'ana@correo.example', language: 'en' }))).toEqual({
      status: 400,
      code: 'user-and-password-required',
      message: 'Enter your user and your password',
    })
  })
})
