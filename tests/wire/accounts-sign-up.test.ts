import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { KNOCKS_KEPT_MS, SIGN_IN_FREE, SIGN_IN_PAUSE_MS, SIGN_UPS_FREE } from '#contract/limits.ts'
import type { Account } from '#contract/rest/accounts.ts'
import { accountsAt, newcomer, PASSWORD, refusalOf } from '#tests/support/accounts.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** The test server's own. */
const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))

eachDatabase('an account', open => {
  let server: TestServer
  let at: ReturnType<typeof accountsAt>
  beforeAll(async () => {
    server = await startTestServer({ database: await open(), settings: { proxyHops: 1 } })
    at = accountsAt(server)
  })
  afterAll(() => server.close())
  beforeEach(() => server.database.db.deleteFrom('knocks').execute())

  const accountsOf = (user: string) =>
    server.database.db
      .selectFrom('accounts')
      .selectAll()
      .where('email_hash', '=', protection.emailHash(user))
      .execute()
  const messageOf = async (response: Promise<Response>) =>
    ((await (await response).json()) as { message: string }).message

  it('[AUTH-01] [AUTH-03] [AUTH-04] is made by user, password and name, and is entered by user and password', async () => {
    const who = newcomer()
    const first = await at.register(who)
    expect(first.session).toMatchObject({
      name: 'Ana Rojas',
      email: who.user,
      phone: null,
      identity_type: null,
      meta: { temporal: false },
    })
    const second = await at.enter({ user: ` ${who.user.toUpperCase()}`, password: PASSWORD })
    expect(second.session).toMatchObject({ user_id: first.user_id, meta: { temporal: false } })
    const response = await server.ask('login', '/account', { token: second.token })
    const account = (await response.json()) as Account
    expect(account).toMatchObject({ email: who.user, email_confirmed: false, has_password: true })
    expect(account.sessions.map(({ current }) => current)).toEqual([true, false])
  })

  it('[AUTH-06] is open for 15 days in this browser: the cookie brings the session back', async () => {
    const response = await at.signUp(newcomer())
    const cookies = response.headers.getSetCookie()
    const cookie = cookies.find(each => each.startsWith('numerito=')) ?? ''
    expect(cookie).toMatch(/Max-Age=1296000; Path=\/; HttpOnly; SameSite=Lax/)
    const given = await response.json()
    const back = await server.ask('login', '/session', { cookie: cookie.split(';')[0] ?? '' })
    expect(await back.json()).toEqual(given)
  })

  it('[AUTH-07] needs user and password, and the server says so in the language of who asks', async () => {
    const missing = '400 user-and-password-required'
    for (const body of [{ name: 'Ana' }, newcomer({ user: ' ' }), newcomer({ password: '' })])
      expect(await refusalOf(at.signUp(body))).toBe(missing)
    for (const body of [{}, { user: 'ana@correo.example' }, { password: PASSWORD }])
      expect(await refusalOf(at.signIn(body))).toBe(missing)
    expect(await messageOf(at.signIn({}))).toBe('Escribe tu usuario y tu contraseña')
    expect(await messageOf(at.signIn({ language: 'pt' }))).toBe('Escreva seu usuário e sua senha de acesso')
    const english = { headers: { 'accept-language': 'fr-FR, en-GB;q=0.8, es' } }
    expect(await messageOf(at.signIn({}, english))).toBe('Enter your user and your password')
    expect(await messageOf(at.signIn({ user: 'nobody@x.cl', password: 'x' }, english))).toBe(
      'User or password do not match',
    )
  })

  it.each([
    ['short', 'cortita', '400 password-too-short'],
    ['short, whatever signs it is written with', 'n\u0303'.repeat(7), '400 password-too-short'],
    ['well known', 'Contraseña2024!', '400 password-too-common'],
    ['the e-mail', 'eva.soto@correo.example', '400 password-too-common'],
    ['the mailbox', 'Eva.Soto.1990', '400 password-too-common'],
    ['the name', 'EvaSoto123', '400 password-too-common'],
    ['beyond measure', 'a b'.repeat(60), '400 bad-request'],
    ['of a megabyte', 'x'.repeat(1_000_000), '413 payload-too-large'],
  ])('refuses a password that is %s', async (_what, password, said) => {
    const who = { user: 'eva.soto@correo.example', name: 'Eva Soto', password }
    expect(await refusalOf(at.signUp(who))).toBe(said)
    expect(await accountsOf(who.user)).toEqual([])
  })

  it.each([
    ['with letters of another script', 'аna@correo.example'],
    ['of another script', 'ana@соrreo.example'],
    ['with accents', 'josé@correo.example'],
    ['with a sign that is not seen', 'ana\u200b@correo.example'],
    ['that would end a header', 'ana@correo.example\r\nBcc: x@y.cl'],
    ['that is none', 'ana'],
  ])('refuses an e-mail %s, in words', async (_what, user) => {
    const answer = await at.signUp(newcomer({ user }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'bad-request',
      message: 'Debe ingresar un correo válido, con letras sin acentos',
    })
  })

  it('is one account for every spelling of the e-mail', async () => {
    const who = newcomer()
    const { user_id } = await at.register(who)
    // Letters of double width, as Asian keyboards write them.
    const wide = who.user.replace(/[a-z]/g, letter => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))
    expect((await at.enter({ user: wide, password: PASSWORD })).user_id).toBe(user_id)
    expect(await refusalOf(at.signUp({ ...who, user: wide, password: 'otra clave larga' }))).toBe(
      '409 account-exists',
    )
  })

  it('is one password, however the keyboard writes its accents', async () => {
    const who = newcomer({ password: 'mañana sin niños'.normalize('NFC') })
    await at.register(who)
    await at.enter({ ...who, password: who.password.normalize('NFD') })
  })

  it('of one e-mail by many sign-ups at once is one', async () => {
    const who = newcomer()
    const passwords = Array.from({ length: 5 }, (_, nth) => `clave distinta ${nth}${nth}`)
    const answers = await Promise.all(passwords.map(password => refusalOf(at.signUp({ ...who, password }))))
    expect(answers.sort()).toEqual(['200', ...Array(4).fill('409 account-exists')])
    expect(await accountsOf(who.user)).toHaveLength(1)
  })

  it('that somebody makes in this very moment is guessed at no faster than one that stands', async () => {
    const who = newcomer()
    const tries = 1 + SIGN_IN_FREE.name + 2
    const proofs = await Promise.all(Array.from({ length: tries }, () => server.solvedCaptcha()))
    const answers = await Promise.all(
      proofs.map((captchaToken, nth) =>
        refusalOf(at.signUp({ ...who, password: `clave distinta ${nth}${nth}`, captchaToken })),
      ),
    )
    const expected = ['200', ...Array(SIGN_IN_FREE.name).fill('409 account-exists')]
    expect(answers.sort()).toEqual([...expected, ...Array(2).fill('429 too-many-requests')])
  })

  it('is not made twice by the same sign-up, sent at once or again: it signs in', async () => {
    const who = newcomer()
    const came = await Promise.all(Array.from({ length: 4 }, () => at.register(who)))
    const again = await at.register(who)
    expect(new Set([...came, again].map(({ user_id }) => user_id)).size).toBe(1)
    expect(await accountsOf(who.user)).toHaveLength(1)
    const rows = await server.database.db
      .selectFrom('users')
      .select('id')
      .where('temporal', '=', false)
      .execute()
    const held = await server.database.db.selectFrom('accounts').select('user_id').execute()
    expect(rows.length).toBe(held.length)
  })

  it('cannot be guessed at by sign-ups either: they count as tries', async () => {
    const who = newcomer()
    await at.register(who)
    for (let time = 0; time < SIGN_UPS_FREE - 1; time++)
      expect(await refusalOf(at.signUp({ ...who, password: `clave distinta ${time}` }))).toBe(
        '409 account-exists',
      )
    for (let time = SIGN_UPS_FREE - 1; time < SIGN_IN_FREE.name; time++)
      expect(await refusalOf(at.signIn({ ...who, password: `clave distinta ${time}` }))).toBe(
        '401 wrong-credentials',
      )
    const captchaToken = await server.solvedCaptcha()
    expect(await refusalOf(at.signUp({ ...who, captchaToken }))).toBe('429 too-many-requests')
    expect(await refusalOf(at.signIn(who))).toBe('429 too-many-requests')
    // Whoever guesses elsewhere keeps nobody out here.
    await at.enter(who, { headers: { 'x-forwarded-for': '198.51.100.9' } })
  })

  it('is made beside somebody who guesses; an account that stands is not guessed at in their shadow', async () => {
    const who = newcomer()
    await at.register(who, { headers: { 'x-forwarded-for': '198.51.100.12' } })
    for (let nth = 0; nth < SIGN_IN_FREE.address; nth++)
      expect(await refusalOf(at.signIn({ ...newcomer(), password: 'otra' }))).toBe('401 wrong-credentials')
    expect(await refusalOf(at.signIn(newcomer()))).toBe('429 too-many-requests')
    await at.register()
    for (const captchaToken of [undefined, await server.solvedCaptcha()])
      expect(await refusalOf(at.signUp({ ...who, captchaToken }))).toBe('429 too-many-requests')
    await at.enter(who, { headers: { 'x-forwarded-for': '198.51.100.12' } })
  })

  it('is made without proof a few times from one address, and then by work', async () => {
    for (let time = 0; time < SIGN_UPS_FREE; time++) await at.register()
    const answer = await at.signUp(newcomer())
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, 1])
    expect(await answer.json()).toMatchObject({
      message: 'Desde aquí se crearon muchas cuentas. Comprueba que eres una persona y sigue.',
    })
    const captchaToken = await server.solvedCaptcha()
    await at.register(newcomer({ captchaToken }))
    expect(await refusalOf(at.signUp(newcomer({ captchaToken })))).toBe('409 captcha-used')
    await at.register(newcomer(), { headers: { 'x-forwarded-for': '198.51.100.10' } })
  })

  it('is made without proof a few times within the whole hour, however long one waits in between', async () => {
    for (let time = 0; time < SIGN_UPS_FREE; time++) await at.register()
    const known = newcomer()
    await at.register(known, { headers: { 'x-forwarded-for': '198.51.100.13' } })
    server.clock.advance(SIGN_IN_PAUSE_MS.max)
    // Nor is it told without work who has an account.
    for (const who of [newcomer(), known])
      expect(await refusalOf(at.signUp({ ...who, password: `${PASSWORD}, otra` }))).toBe(
        '429 too-many-requests',
      )
    server.clock.advance(KNOCKS_KEPT_MS - SIGN_IN_PAUSE_MS.max - 1)
    expect(await refusalOf(at.signUp(newcomer()))).toBe('429 too-many-requests')
    await at.register(newcomer({ captchaToken: await server.solvedCaptcha() }))
    server.clock.advance(1)
    await at.register()
  })

  it('is known in a browser where it was entered: whoever guesses beside it is not waited for', async () => {
    const who = newcomer()
    const { known } = await at.register(who)
    const guess = () => refusalOf(at.signIn({ ...who, password: 'otra clave' }))
    for (let time = 0; time < SIGN_IN_FREE.name; time++) expect(await guess()).toBe('401 wrong-credentials')
    expect(await guess()).toBe('429 too-many-requests')
    expect(await refusalOf(at.signIn(who))).toBe('429 too-many-requests')
    await at.enter(who, { cookie: known })
    // The cookie is this person's: to another account it says nothing.
    const other = newcomer()
    await at.register(other, { headers: { 'x-forwarded-for': '198.51.100.11' } })
    for (let time = 0; time < SIGN_IN_FREE.name; time++)
      await refusalOf(at.signIn({ ...other, password: 'otra clave' }))
    expect(await refusalOf(at.signIn(other, { cookie: known }))).toBe('429 too-many-requests')
  })

  it('keeps no e-mail, name or password where they can be read', async () => {
    const who = newcomer({ user: 'canario.secreto@correo.example', name: 'Canaria Secreta' })
    await at.register(who)
    await refusalOf(at.signIn({ ...who, password: 'canario equivocado' }))
    const rows = await everyTable(server)
    const text = `${rows}\n${server.logged.join('\n')}`
    for (const canary of ['canario', 'Canaria', 'Secreta', PASSWORD]) expect(text).not.toContain(canary)
  })
})

/** All that the database holds, as text; what is sealed as its bytes. */
async function everyTable({ database: { db } }: TestServer): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  )
  const readable = (_key: string, value: unknown) =>
    value instanceof Uint8Array || (value as { type?: string } | null)?.type === 'Buffer'
      ? Buffer.from(value as Uint8Array).toString('latin1')
      : value
  return JSON.stringify(rows, readable)
}
