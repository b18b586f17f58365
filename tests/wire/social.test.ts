import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAILS_AN_HOUR, PROVIDER_ATTEMPT_MS, PROVIDER_CLAIMS_MAX, SIGN_UPS_FREE } from '#contract/limits.ts'
import type { Account, WaysIn } from '#contract/rest/accounts.ts'
import type { Session } from '#contract/rest/login.ts'
import type { Database } from '#server/database/database.ts'
import { useAttempt } from '#server/accounts/providers/open-attempt.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type FacebookDouble, startFacebookDouble } from '#tests/support/facebook-double.ts'
import {
  type IdentityProvider,
  signInThere,
  startIdentityProvider,
} from '#tests/support/identity-provider.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { admitServer, newLogin, settingsOf, socialBrowser } from '#tests/support/social-browser.ts'

const PASSWORD = 'una clave larga y propia'

const problemOf = async (response: Response) => {
  const { code, fields } = (await response.json()) as { code: string; fields?: { path: string }[] }
  return { status: response.status, code, ...(fields && { fields: fields.map(({ path }) => path) }) }
}
const codeOf = async (response: Response) => (await problemOf(response)).code

eachDatabase('signing in with a provider', open => {
  let database: Database
  let idp: IdentityProvider
  let facebook: FacebookDouble
  let post: MailServer
  let server: TestServer

  beforeAll(async () => {
    database = await open({ poolSize: 5 })
    idp = await startIdentityProvider()
    facebook = await startFacebookDouble()
    post = await startMailServer()
    server = await startTestServer({
      database,
      settings: {
        mail: post.settings,
        providers: [
          settingsOf('google', idp),
          settingsOf('facebook', facebook),
          settingsOf('microsoft', idp),
          settingsOf('document', idp, {
            claim: 'RolUnico',
            type: 'rut',
            scope: 'openid run name email',
            label: 'ClaveÚnica',
          }),
        ],
      },
    })
    admitServer(idp, server)
  })
  afterAll(async () => {
    await server.close()
    await idp.stop()
    await facebook.stop()
    await post.close()
  })
  beforeEach(() => database.db.deleteFrom('knocks').execute())

  const browser = () => socialBrowser(server)
  const newEmail = () => `${newLogin()}@correo.example`
  /** Somebody whom the provider knows. */
  function person(claims: object = {}): { login: string; email: string } {
    const login = newLogin()
    const email = newEmail()
    idp.people.set(login, { name: 'Ana Rojas', email, email_verified: true, ...claims })
    return { login, email }
  }
  const signUp = async (email: string) => {
    const response = await server.ask('login', '/signup', {
      body: {
        user: email,
        password: PASSWORD,
        name: 'Ana Rojas',
        captchaToken: await server.solvedCaptcha(),
      },
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Session
  }
  /** Where it was told, and how, that one more way leads into an account. */
  async function toldOfLinks(): Promise<[to: string, text: string][]> {
    await waitFor('the e-mails to be sent', async () => {
      const waiting = await database.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'mail-account')
        .execute()
      return waiting.length === 0
    })
    return post.mails
      .splice(0)
      .filter(({ raw }) => /^Subject: Numerito: (Tu cuenta|Your account|Sua conta) /m.test(raw))
      .map(({ to, text }) => [String(to), text])
  }
  const accountOf = async (token: string) =>
    (await (await server.ask('login', '/account', { token })).json()) as Account

  it('[AUTH-05] says who may be asked, and how the one with documents is called', async () => {
    const ways = (await (await server.ask('login', '/ways')).json()) as WaysIn
    expect(ways.providers).toEqual([
      { id: 'google', label: null, proves_document: false },
      { id: 'facebook', label: null, proves_document: false },
      { id: 'microsoft', label: null, proves_document: false },
      { id: 'document', label: 'ClaveÚnica', proves_document: true },
    ])
  })

  describe('the way there and back', () => {
    it('[AUTH-05] [AUTH-04] makes an account of who is new, and lets the same person in again', async () => {
      const { login, email } = person()
      const here = browser()
      const { attempt_id, url } = await here.begun('google')
      const asked = new URL(url).searchParams
      expect(asked.get('code_challenge_method')).toBe('S256')
      expect([...asked.keys()]).toEqual(expect.arrayContaining(['state', 'nonce', 'code_challenge']))
      expect(await here.stateOf(attempt_id)).toEqual({ state: 'pending', code: null, next: '/' })

      const back = await here.comeBack(await signInThere(idp, url, login))
      expect(back.status).toBe(200)
      expect(await here.stateOf(attempt_id)).toEqual({ state: 'done', code: null, next: '/' })
      const first = await here.enter(await here.claim('/google', attempt_id))
      expect(first).toMatchObject({ name: 'Ana Rojas', email, meta: { temporal: false } })
      expect(here.jar.header).toMatch(/numerito=/)
      expect(await accountOf(first.token)).toMatchObject({
        email,
        email_confirmed: true,
        has_password: false,
        providers: ['google'],
        document_proven: false,
      })

      // Another device, another address by now: the identity is provider and subject.
      idp.people.set(login, { name: 'Ana Otra', email: newEmail(), email_verified: true })
      const elsewhere = await browser().signIn('google', idp, login)
      expect(elsewhere).toMatchObject({ user_id: first.user_id, email })
      // The same subject at another provider is somebody else.
      idp.people.set(login, { name: 'Eva', email: newEmail(), email_verified: true })
      expect((await browser().signIn('microsoft', idp, login)).user_id).not.toBe(first.user_id)
    })

    it('[AUTH-04] POST /user takes an attempt of any provider, and /google its own alone', async () => {
      const { login } = person()
      const here = browser()
      const attempt = await here.named('microsoft', idp, login)
      expect(await codeOf(await here.claim('/google', attempt))).toBe('attempt-invalid')
      expect((await here.claim('/user', attempt)).status).toBe(200)
    })

    it('[AUTH-05] the page that it ends on runs nothing but one line, and says nothing', async () => {
      const { login, email } = person()
      const here = browser()
      const { url } = await here.begun('google', { language: 'pt' })
      const response = await here.comeBack(await signInThere(idp, url, login))
      const policy = response.headers.get('content-security-policy')
      expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /)
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cache-control')).toBe('no-store')
      const text = await response.text()
      expect(text).toContain('Pronto')
      expect(text).not.toContain(email)
    })

    it('[AUTH-05] whoever names a host that is none is shown it like anybody else', async () => {
      const asked = request(`${server.url('login', '/google/return')}?state=x`, { headers: { host: 'a b' } })
      asked.end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      response.resume()
      expect(response.statusCode).toBe(200)
    })

    it('[AUTH-05] a window that left comes back to its own place, with the attempt in the fragment', async () => {
      const { login } = person()
      const here = browser()
      const { attempt_id, url } = await here.begun('google', { mode: 'redirect', next: '/profile?tab=a' })
      const response = await here.comeBack(await signInThere(idp, url, login))
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `${server.origin}/sign-in/return#${attempt_id}`,
      ])
      expect(await here.stateOf(attempt_id)).toEqual({ state: 'done', code: null, next: '/profile?tab=a' })
      for (const next of [
        '//elsewhere.example',
        'https://elsewhere.example',
        '/\\elsewhere.example',
        'profile',
      ]) {
        expect((await here.begin('google', { next })).status).toBe(400)
      }
    })

    it('[AUTH-05] a person who cancels is told so, and may begin again', async () => {
      const here = browser()
      const { attempt_id, url } = await here.begun('google')
      await here.comeBack(await signInThere(idp, url, null))
      expect(await here.stateOf(attempt_id)).toEqual({ state: 'failed', code: 'provider-refused', next: '/' })
      expect(await problemOf(await here.claim('/google', attempt_id))).toEqual({
        status: 403,
        code: 'provider-refused',
      })
      expect((await here.begin('google')).status).toBe(200)
    })
  })

  describe('what is not believed', () => {
    it('[AUTH-05] [AUTH-10] an attempt is its browser’s alone: nobody is let in by another’s link', async () => {
      const { login } = person()
      const attacker = browser()
      const victim = browser()
      const { attempt_id, url } = await attacker.begun('google')
      const link = await signInThere(idp, url, login)
      await victim.begun('google')
      const asked = idp.tokensAsked
      expect(await (await victim.comeBack(link)).text()).toContain('No se completó')
      expect(idp.tokensAsked).toBe(asked)
      expect(await codeOf(await victim.claim('/google', attempt_id))).toBe('attempt-invalid')
      expect(await problemOf(await victim.state(attempt_id))).toEqual({
        status: 409,
        code: 'attempt-invalid',
      })
      // Nor was it spent: the link still works where it was begun.
      await attacker.comeBack(link)
      expect(await codeOf(await victim.claim('/google', attempt_id))).toBe('attempt-invalid')
      expect((await attacker.claim('/google', attempt_id)).status).toBe(200)
    })

    it('[AUTH-05] a state works once, and so does the attempt', async () => {
      const { login } = person()
      const here = browser()
      const { attempt_id, url } = await here.begun('google')
      const back = await signInThere(idp, url, login)
      await here.comeBack(back)
      const asked = idp.tokensAsked
      expect(await (await here.comeBack(back)).text()).toContain('No se completó')
      expect(idp.tokensAsked).toBe(asked)
      const both = await Promise.all([here.claim('/google', attempt_id), here.claim('/google', attempt_id)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await codeOf(await here.claim('/google', attempt_id))).toBe('attempt-invalid')
      expect(await codeOf(await here.state(attempt_id))).toBe('attempt-invalid')
    })

    it('[AUTH-05] a wrong state, a code of another attempt, a made-up code: nobody is named', async () => {
      const { login } = person()
      const here = browser()
      const wrong = new URL(await signInThere(idp, (await here.begun('google')).url, login))
      wrong.searchParams.set('state', 'A'.repeat(43))
      expect(await (await here.comeBack(wrong.href)).text()).toContain('No se completó')
      wrong.searchParams.append('state', 'B'.repeat(43))
      expect((await here.comeBack(wrong.href)).status).toBe(200)

      // Somebody else's code, put under the victim's own state: PKCE ties each to its attempt.
      const stranger = new URL(await signInThere(idp, (await browser().begun('google')).url, login))
      for (const code of [stranger.searchParams.get('code') ?? '', 'made-up']) {
        const { attempt_id, url } = await here.begun('google')
        const back = new URL(await signInThere(idp, url, login))
        back.searchParams.set('code', code)
        await here.comeBack(back.href)
        expect(await here.stateOf(attempt_id)).toMatchObject({ state: 'failed', code: 'attempt-invalid' })
        expect(await problemOf(await here.claim('/google', attempt_id))).toEqual({
          status: 409,
          code: 'attempt-invalid',
        })
      }
    })

    it('[AUTH-05] an attempt is over after its time, on the way and back', async () => {
      const { login } = person()
      const here = browser()
      const late = await here.begun('google')
      const link = await signInThere(idp, late.url, login)
      const named = await here.named('google', idp, login)
      server.clock.advance(PROVIDER_ATTEMPT_MS)
      expect(await (await here.comeBack(link)).text()).toContain('No se completó')
      for (const id of [late.attempt_id, named]) {
        expect(await codeOf(await here.state(id))).toBe('attempt-invalid')
        expect(await codeOf(await here.claim('/google', id))).toBe('attempt-invalid')
      }
      // What was never told keeps nobody waiting for it.
      expect(await codeOf(await here.claim('/google', (await here.begun('google')).attempt_id))).toBe(
        'attempt-invalid',
      )
    })

    it('[AUTH-10] what began as one user is claimed by no other', async () => {
      const { login } = person()
      const here = browser()
      const one = await server.signInTemporary()
      here.token = one.token
      const attempt = await here.named('google', idp, login)
      for (const token of [undefined, (await server.signInTemporary()).token]) {
        here.token = token
        expect(await codeOf(await here.claim('/google', attempt))).toBe('attempt-invalid')
      }
      here.token = one.token
      expect((await here.enter(await here.claim('/google', attempt))).user_id).toBe(one.user_id)
    })

    it('[AUTH-05] keeps no code, verifier, subject, name or address in the clear, and logs none', async () => {
      const { login, email } = person({ name: 'Canaria Secreta' })
      const here = browser()
      const { url, attempt_id } = await here.begun('google')
      const back = await signInThere(idp, url, login)
      const state = new URL(url).searchParams.get('state') ?? ''
      const code = new URL(back).searchParams.get('code') ?? ''
      await here.comeBack(back)
      await here.enter(await here.claim('/google', attempt_id))
      const rows = [
        await database.db.selectFrom('sign_in_attempts').selectAll().execute(),
        await database.db.selectFrom('provider_identities').selectAll().execute(),
        await database.db.selectFrom('accounts').selectAll().execute(),
        await database.db.selectFrom('users').selectAll().execute(),
      ].flat()
      const readable = rows
        .flatMap(row => Object.values(row))
        .map(value => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .concat(server.logged)
        .join('\n')
      for (const secret of [login, email, 'Canaria', state, code]) expect(readable).not.toContain(secret)
    })
  })

  describe('a provider that fails', () => {
    it('[AUTH-05] is unavailable when it is down, and asked anew when it is back', async () => {
      const other = await startIdentityProvider()
      const apart = await startTestServer({
        database,
        settings: { providers: [settingsOf('google', other)] },
      })
      try {
        admitServer(other, apart)
        const here = socialBrowser(apart)
        other.mood = 'down'
        expect(await problemOf(await here.begin('google'))).toEqual({
          status: 503,
          code: 'provider-unavailable',
        })
        other.mood = 'well'
        const login = newLogin()
        other.people.set(login, { name: 'Eva', email: newEmail() })
        for (const mood of ['broken', 'down', 'silent'] as const) {
          const { attempt_id, url } = await here.begun('google')
          const back = await signInThere(other, url, login)
          other.mood = mood
          await here.comeBack(back)
          other.mood = 'well'
          expect(await here.stateOf(attempt_id)).toMatchObject({
            state: 'failed',
            code: 'provider-unavailable',
          })
          expect((await here.claim('/google', attempt_id)).status).toBe(503)
        }
        expect(await codeOf(await here.begin('microsoft'))).toBe('not-found')
      } finally {
        await apart.close()
        await other.stop()
      }
    })
  })

  describe('an e-mail', () => {
    it('[AUTH-05] of a password account links nothing by itself: its password does, once', async () => {
      const { login, email } = person()
      const registered = await signUp(email)
      const here = browser()
      const attempt = await here.named('google', idp, login)
      const toLink = { status: 409, code: 'account-to-link', fields: ['user.password'] }
      expect(await problemOf(await here.claim('/google', attempt))).toEqual(toLink)
      expect(await codeOf(await here.claim('/google', attempt, { password: 'otra clave' }))).toBe(
        'wrong-credentials',
      )
      const session = await here.enter(await here.claim('/google', attempt, { password: PASSWORD }))
      expect(session.user_id).toBe(registered.user_id)
      expect((await browser().signIn('google', idp, login)).user_id).toBe(registered.user_id)
      expect(await accountOf(session.token)).toMatchObject({ providers: ['google'], has_password: true })
    })

    it('[AUTH-05] of an account without password is no way in either', async () => {
      const { login, email } = person()
      await browser().signIn('google', idp, login)
      const other = person({ email })
      const here = browser()
      const attempt = await here.named('microsoft', idp, other.login)
      expect(await codeOf(await here.claim('/microsoft', attempt))).toBe('account-to-link')
      expect(await codeOf(await here.claim('/microsoft', attempt, { password: '' }))).toBe(
        'wrong-credentials',
      )
    })

    it('[AUTH-05] counts as confirmed only where the provider says so, and it is the one that it said', async () => {
      const unverified = person({ email_verified: false })
      const first = await browser().signIn('google', idp, unverified.login)
      expect(await accountOf(first.token)).toMatchObject({ email_confirmed: false })
      const verified = person()
      const second = await browser().signIn('google', idp, verified.login, { email: newEmail() })
      expect(await accountOf(second.token)).toMatchObject({ email_confirmed: false })
    })

    it('[AUTH-03] [AUTH-05] is asked for where the provider gives none', async () => {
      facebook.person = { id: randomUUID(), name: 'Eva Díaz' }
      const here = browser()
      const { attempt_id, url } = await here.begun('facebook')
      const dialog = await fetch(url, { redirect: 'manual' })
      await here.comeBack(dialog.headers.get('location') ?? '')
      expect(await problemOf(await here.claim('/facebook', attempt_id))).toEqual({
        status: 400,
        code: 'person-incomplete',
        fields: ['user.email'],
      })
      const email = newEmail()
      const session = await here.enter(await here.claim('/facebook', attempt_id, { email }))
      expect(session).toMatchObject({ name: 'Eva Díaz', email })
      expect(facebook.refused).toEqual([])
    })

    it('[AUTH-05] Facebook’s code works once, and its "Not now" is a no', async () => {
      facebook.person = null
      const here = browser()
      const { attempt_id, url } = await here.begun('facebook')
      await here.comeBack((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
      expect(await here.stateOf(attempt_id)).toMatchObject({ state: 'failed', code: 'provider-refused' })
      facebook.person = { id: randomUUID(), name: 'Eva', email: newEmail() }
      const again = await here.begun('facebook')
      const back = new URL((await fetch(again.url, { redirect: 'manual' })).headers.get('location') ?? '')
      back.searchParams.set('code', 'made-up')
      await here.comeBack(back.href)
      expect(await here.stateOf(again.attempt_id)).toMatchObject({ state: 'failed' })
      facebook.refused.length = 0
    })

    it('[AUTH-10] nobody tries addresses or passwords with one attempt without end', async () => {
      const { login } = person({ email: undefined })
      const here = browser()
      const attempt = await here.named('google', idp, login)
      const codes = new Set<string>()
      for (let nth = 0; nth < PROVIDER_CLAIMS_MAX; nth++)
        codes.add(await codeOf(await here.claim('/google', attempt)))
      expect([...codes]).toEqual(['person-incomplete'])
      expect(await codeOf(await here.claim('/google', attempt, { email: newEmail() }))).toBe(
        'attempt-invalid',
      )
    })
  })

  describe('an e-mail that somebody typed', () => {
    it('[AUTH-10] counts as a sign-up, whether it has an account or not: nobody looks up who has one', async () => {
      const { email } = person()
      await signUp(email)
      await database.db.deleteFrom('knocks').execute()
      const { login, email: said } = person()
      const attempts = ['google', 'microsoft'] as const
      const here = browser()
      const [one, two] = [
        await here.named(attempts[0], idp, login),
        await here.named(attempts[1], idp, login),
      ]
      // The second attempt counts on where the first one was.
      for (let time = 0; time < SIGN_UPS_FREE; time++)
        expect(await codeOf(await here.claim('/user', time % 2 ? one : two, { email }))).toBe(
          'account-to-link',
        )
      const refused = await here.claim('/user', one, { email })
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1])
      expect(await codeOf(refused)).toBe('too-many-requests')
      expect(await codeOf(await here.claim('/user', two, { email: newEmail() }))).toBe('too-many-requests')
      expect(
        await codeOf(
          await server.ask('login', '/signup', {
            body: { user: newEmail(), password: PASSWORD, name: 'Ana' },
          }),
        ),
      ).toBe('too-many-requests')
      // Work is proved instead, as there.
      const captchaToken = await server.solvedCaptcha()
      expect(await codeOf(await here.claim('/user', one, { email }, { captchaToken }))).toBe(
        'account-to-link',
      )
      expect(await codeOf(await here.claim('/user', one, { email }, { captchaToken }))).toBe('captcha-used')
      // What the provider itself says of them asks after nobody else, and waits for nothing.
      expect(await here.enter(await here.claim('/user', one))).toMatchObject({ email: said })
    })

    it.each([
      ['with letters of another script', 'аna@correo.example'],
      ['of another script', 'ana@соrreo.example'],
      ['with a sign that is not seen', 'ana\u200b@correo.example'],
      ['with accents', 'josé@correo.example'],
    ])('[AUTH-05] %s is nobody’s, whoever says it', async (_what, email) => {
      const { login } = person({ email })
      const here = browser()
      const attempt = await here.named('google', idp, login)
      expect(await problemOf(await here.claim('/google', attempt))).toEqual({
        status: 400,
        code: 'person-incomplete',
        fields: ['user.email'],
      })
      const typed = await here.claim('/google', attempt, { email })
      expect([typed.status, (await problemOf(typed)).fields]).toEqual([400, ['user.email']])
      const own = newEmail()
      const session = await here.enter(await here.claim('/google', attempt, { email: own }))
      expect(await accountOf(session.token)).toMatchObject({ email: own, email_confirmed: false })
    })
  })

  describe('who is here already', () => {
    it('[AUTH-05] [TEMP-02] a temporary user becomes registered, and keeps what they hold', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const { login, email } = person()
      const temporary = await server.signInTemporary()
      const taken = await server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
        token: temporary.token,
        body: { line_id: line, request_id: randomUUID() },
      })
      const { tuid } = (await taken.json()) as { tuid: string }
      const here = browser()
      here.token = temporary.token
      const session = await here.signIn('google', idp, login)
      expect(session).toMatchObject({ user_id: temporary.user_id, email, meta: { temporal: false } })
      expect(session.identity_type).toBe('rut')

      // Known by now: another browser's temporary user comes along with what they hold.
      const other = await server.signInTemporary({ dni: 'OTRO-1234' })
      const second = await office.line()
      const more = await server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
        token: other.token,
        body: { line_id: second, request_id: randomUUID() },
      })
      expect(more.status).toBe(201)
      const elsewhere = browser()
      elsewhere.token = other.token
      expect((await elsewhere.signIn('google', idp, login)).user_id).toBe(temporary.user_id)
      const held = await database.db
        .selectFrom('tickets')
        .select('id')
        .where('user_id', '=', temporary.user_id)
        .execute()
      expect(held.map(({ id }) => id)).toContain(tuid)
      expect(held).toHaveLength(2)
    })

    it('[AUTH-05] links one more to an account, and takes away all but the last', async () => {
      const { login, email } = person()
      const here = browser()
      const session = await here.signIn('google', idp, login)
      const other = person()
      const linked = await here.signIn('microsoft', idp, other.login)
      expect(linked).toMatchObject({ user_id: session.user_id, token: session.token, email })
      expect((await browser().signIn('microsoft', idp, other.login)).user_id).toBe(session.user_id)
      expect((await accountOf(session.token)).providers).toEqual(['google', 'microsoft'])

      // One of each provider, and none that enters another account.
      const third = person()
      expect(await codeOf(await here.claim('/google', await here.named('google', idp, third.login)))).toBe(
        'provider-linked',
      )
      const stranger = person()
      await browser().signIn('microsoft', idp, stranger.login)
      const alone = browser()
      await alone.signIn('google', idp, person().login)
      const attempt = await alone.named('microsoft', idp, stranger.login)
      expect(await problemOf(await alone.claim('/microsoft', attempt))).toEqual({
        status: 409,
        code: 'provider-linked',
      })

      const away = (provider: string) => here.ask(`/providers/${provider}`, { method: 'DELETE' })
      expect((await away('facebook')).status).toBe(404)
      const both = await Promise.all([away('google'), away('microsoft')])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
      const [last] = (await accountOf(session.token)).providers
      expect(await problemOf(await away(last ?? ''))).toEqual({ status: 409, code: 'last-way-in' })
      const given = await here.ask('/password', { method: 'PUT', body: { password: PASSWORD } })
      expect(given.status).toBe(204)
      expect((await away(last ?? '')).status).toBe(204)
    })

    it('[AUTH-05] the account’s address is told by which provider one more way leads in, and nothing where none does', async () => {
      // What others were told before.
      await toldOfLinks()
      const { login, email } = person()
      const here = browser()
      const { user_id } = await here.signIn('google', idp, login)
      expect(await toldOfLinks()).toEqual([])
      await database.db.updateTable('users').set({ language: 'pt' }).where('id', '=', user_id).execute()
      // Both before the first is told.
      const { promise: hold, resolve: letGo } = Promise.withResolvers<void>()
      post.state.hold = hold
      const [other, cardholder] = [person(), person({ RolUnico: { numero: 20_123_456, DV: '5' } })]
      await here.signIn('microsoft', idp, other.login)
      await here.signIn('document', idp, cardholder.login)
      post.state.hold = null
      letGo()
      const told = await toldOfLinks()
      expect(told.map(([to]) => to)).toEqual([email, email])
      const texts = told.map(([, text]) => text)
      for (const provider of ['Microsoft', 'ClaveÚnica'])
        expect(texts.filter(text => text.includes(`entra na sua conta com ${provider}.`))).toHaveLength(1)
      for (const text of texts) expect(text).toMatch(/^http:\/\/localhost:\d+\/profile$/m)

      // Known already: nothing new leads in.
      await here.signIn('microsoft', idp, other.login)
      const stranger = person()
      await browser().signIn('microsoft', idp, stranger.login)
      const alone = browser()
      await alone.signIn('google', idp, person().login)
      const attempt = await alone.named('microsoft', idp, stranger.login)
      expect(await codeOf(await alone.claim('/microsoft', attempt))).toBe('provider-linked')
      const third = await here.named('google', idp, person().login)
      expect(await codeOf(await here.claim('/google', third))).toBe('provider-linked')
      expect(await toldOfLinks()).toEqual([])
    })

    it('[AUTH-05] is told of one provider though another was linked, and taken away, three times within the hour', async () => {
      await toldOfLinks()
      const { login, email } = person()
      const here = browser()
      const [session, microsoft] = [await here.signIn('google', idp, login), person()]
      for (let time = 0; time < MAILS_AN_HOUR; time += 1) {
        await here.signIn('microsoft', idp, microsoft.login)
        expect(await toldOfLinks()).toHaveLength(1)
        const away = await here.ask('/providers/microsoft', { method: 'DELETE' })
        expect(away.status).toBe(204)
      }
      const cardholder = person({ RolUnico: { numero: 20_123_457, DV: '3' } })
      expect(await here.signIn('document', idp, cardholder.login)).toMatchObject({ user_id: session.user_id })
      expect(await toldOfLinks()).toMatchObject([[email, expect.stringContaining('con ClaveÚnica')]])
    })

    it('[AUTH-05] an account that is entered by its password and a provider for the first time is told of it', async () => {
      await toldOfLinks()
      const { login, email } = person()
      await signUp(email)
      const here = browser()
      const attempt = await here.named('google', idp, login)
      expect(await codeOf(await here.claim('/google', attempt))).toBe('account-to-link')
      expect(await toldOfLinks()).toEqual([])
      expect((await here.claim('/google', attempt, { password: PASSWORD })).status).toBe(200)
      expect(await toldOfLinks()).toMatchObject([[email, expect.stringContaining('con Google')]])
    })

    it('[AUTH-05] an attempt that two requests have looked at is spent by one of them', async () => {
      const { login } = person()
      const id = await browser().named('google', idp, login)
      const looked = { id, provider: 'google', asked_by: null } as Parameters<typeof useAttempt>[2]
      const spend = () =>
        database.transaction(transaction => useAttempt({ clock: server.clock }, transaction, looked))
      await spend()
      await expect(spend()).rejects.toMatchObject({ code: 'attempt-invalid' })
    })

    it('[AUTH-05] two that come at once with one new identity get one account', async () => {
      const { login } = person()
      const [one, two] = [browser(), browser()]
      const attempts = [await one.named('google', idp, login), await two.named('google', idp, login)]
      const sessions = await Promise.all([
        one.claim('/google', attempts[0]!).then(one.enter),
        two.claim('/google', attempts[1]!).then(two.enter),
      ])
      expect(new Set(sessions.map(({ user_id }) => user_id)).size).toBe(1)
    })
  })

  describe('a document', () => {
    const RUT = { numero: 12_345_678, DV: '5', tipo: 'RUN' }
    const provenOf = async (user_id: string) =>
      await database.db
        .selectFrom('users')
        .select(['document_proven_by', 'identity_type'])
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow()

    it('[DOC-04] that the provider vouches for is proven, and is one account’s alone', async () => {
      const claims = { RolUnico: RUT, name: { nombres: ['María', 'José'], apellidos: ['Ñuñoa', 'Rojas'] } }
      const { login } = person(claims)
      const here = browser()
      const session = await here.signIn('document', idp, login)
      expect(session).toMatchObject({ name: 'María José Ñuñoa Rojas', identity_type: 'rut' })
      expect((await accountOf(session.token)).document_proven).toBe(true)
      // Whoever only says that it is theirs may say so; who proves it a second time may not.
      await server.signInTemporary({ rut: '12.345.678-5' })
      const other = person(claims)
      const attempt = await browser().named('document', idp, other.login)
      expect(attempt).toBeTruthy()
      const elsewhere = browser()
      const second = await elsewhere.named('document', idp, other.login)
      expect(await problemOf(await elsewhere.claim('/user', second))).toEqual({
        status: 409,
        code: 'document-taken',
      })
      // The attempt that failed made nothing.
      expect(await codeOf(await elsewhere.claim('/user', second))).toBe('document-taken')
    })

    it('[DOC-04] takes the place of the one that a temporary user typed, and stays', async () => {
      const { login } = person({ RolUnico: { numero: 11_111_111, DV: '1' }, email: undefined })
      const temporary = await server.signInTemporary({ dni: 'TECLEADO-1' })
      const here = browser()
      here.token = temporary.token
      // E-mail and name are known of them already.
      const session = await here.signIn('document', idp, login)
      expect(session).toMatchObject({ user_id: temporary.user_id, email: 'ximena@correo.example' })
      expect(await provenOf(session.user_id)).toEqual({
        document_proven_by: 'document',
        identity_type: 'rut',
      })
      const changed = await server.ask('login', '/user', {
        method: 'PATCH',
        token: session.token,
        body: { user: { dni: 'OTRO-9999' } },
      })
      expect(await problemOf(changed)).toMatchObject({ status: 409, code: 'document-proven' })
      expect(await provenOf(session.user_id)).toMatchObject({ document_proven_by: 'document' })
    })

    it('[DOC-04] who comes with none, or with one that is none, is named by nobody', async () => {
      for (const RolUnico of [undefined, { numero: 12_345_678, DV: '1' }, 'x']) {
        const { login } = person({ RolUnico })
        const here = browser()
        const { attempt_id, url } = await here.begun('document')
        await here.comeBack(await signInThere(idp, url, login))
        expect(await here.stateOf(attempt_id)).toMatchObject({ state: 'failed', code: 'provider-refused' })
      }
    })
  })
})
