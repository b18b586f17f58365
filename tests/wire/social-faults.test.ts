import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROVIDER_ANSWER_MS } from '#contract/limits.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type FacebookDouble, startFacebookDouble } from '#tests/support/facebook-double.ts'
import {
  CODE_LASTS_S,
  type IdentityProvider,
  signInThere,
  startIdentityProvider,
} from '#tests/support/identity-provider.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { admitServer, newLogin, settingsOf, socialBrowser } from '#tests/support/social-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const UNAVAILABLE = { status: 503, code: 'provider-unavailable' }

/** For how long others may take to answer, set by whoever asks them; it is over when the test says so. */
function rulePatience() {
  const given: { ms: number; over: AbortController }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const over = new AbortController()
    given.push({ ms, over })
    return over.signal
  })
  return {
    longest: () => Math.max(...given.map(({ ms }) => ms)),
    pass() {
      for (const { over } of given) over.abort(new DOMException('it took too long', 'TimeoutError'))
    },
  }
}

const problemOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, code }
}

eachDatabase('a provider that is slow, and a code that is over', open => {
  let google: IdentityProvider
  let microsoft: IdentityProvider
  /** Silent from the start: nothing is known of it. */
  let quiet: IdentityProvider
  let facebook: FacebookDouble
  let server: TestServer
  beforeAll(async () => {
    google = await startIdentityProvider()
    microsoft = await startIdentityProvider()
    quiet = await startIdentityProvider()
    quiet.mood = 'silent'
    facebook = await startFacebookDouble()
    server = await startTestServer({
      database: await open({ poolSize: 5 }),
      settings: {
        providers: [
          settingsOf('google', google),
          settingsOf('facebook', facebook),
          settingsOf('microsoft', microsoft),
          settingsOf('document', quiet, {
            claim: 'RolUnico',
            type: 'rut',
            scope: 'openid run name',
            label: 'ClaveÚnica',
          }),
        ],
      },
    })
    admitServer(google, server)
    admitServer(microsoft, server)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    google.mood = 'well'
    facebook.silentAt = null
  })
  afterAll(async () => {
    await server.close()
    await google.stop()
    await microsoft.stop()
    await quiet.stop()
    await facebook.stop()
  })

  const browser = () => socialBrowser(server)
  const email = () => `${newLogin()}@correo.example`
  function person(at: IdentityProvider): string {
    const login = newLogin()
    at.people.set(login, { name: 'Ana Rojas', email: email(), email_verified: true })
    return login
  }
  /** Where Facebook's dialog sends the browser. */
  const backFrom = async (url: string) =>
    new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  const INVALID = { state: 'failed', code: 'attempt-invalid' }
  async function expectNobody(here: ReturnType<typeof browser>, attempt: string) {
    expect(await here.stateOf(attempt)).toMatchObject(INVALID)
    expect(await problemOf(await here.claim('/user', attempt))).toEqual({
      status: 409,
      code: 'attempt-invalid',
    })
  }

  describe('a code', () => {
    it('[AUTH-05] of an OpenID provider that was used names nobody under a fresh attempt', async () => {
      const login = person(google)
      const here = browser()
      const first = await here.begun('google')
      const used = new URL(await signInThere(google, first.url, login))
      await here.comeBack(used.href)
      await here.enter(await here.claim('/google', first.attempt_id))
      const again = browser()
      const { attempt_id, url } = await again.begun('google')
      const back = new URL(await signInThere(google, url, login))
      back.searchParams.set('code', used.searchParams.get('code') ?? '')
      await again.comeBack(back.href)
      expect(google.refused).toEqual([expect.stringMatching(/code_verifier|consumed/)])
      await expectNobody(again, attempt_id)
    })

    it('[AUTH-05] of Facebook that was used names nobody under a fresh attempt', async () => {
      facebook.person = { id: randomUUID(), name: 'Eva Díaz', email: email() }
      const here = browser()
      const first = await here.begun('facebook')
      const used = await backFrom(first.url)
      await here.comeBack(used.href)
      await here.enter(await here.claim('/facebook', first.attempt_id))
      const again = browser()
      const { attempt_id, url } = await again.begun('facebook')
      const back = await backFrom(url)
      back.searchParams.set('code', used.searchParams.get('code') ?? '')
      await again.comeBack(back.href)
      expect(facebook.refused.splice(0)).toEqual(['code'])
      await expectNobody(again, attempt_id)
    })

    it('[AUTH-05] that is over names nobody, and the next one does', async () => {
      const login = person(microsoft)
      const here = browser()
      const { attempt_id, url } = await here.begun('microsoft')
      const back = await signInThere(microsoft, url, login)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (CODE_LASTS_S + 1) * 1_000 })
      await here.comeBack(back)
      vi.useRealTimers()
      expect(microsoft.refused).toEqual([expect.stringMatching(/expired|not found/)])
      await expectNobody(here, attempt_id)
      expect(await here.signIn('microsoft', microsoft, login)).toMatchObject({ name: 'Ana Rojas' })
    })
  })

  it('[AUTH-05] that is silent, wherever it is asked, is unavailable in time, and holds nobody else up', async () => {
    const login = person(google)
    facebook.person = { id: randomUUID(), name: 'Eva Díaz', email: email() }
    const here = browser()
    const attempts: { attempt_id: string; back: string }[] = []
    for (const silentAt of ['token', 'me', 'half of me'] as const) {
      facebook.silentAt = silentAt
      const { attempt_id, url } = await here.begun('facebook')
      attempts.push({ attempt_id, back: (await backFrom(url)).href })
    }
    const { attempt_id, url } = await here.begun('google')
    attempts.push({ attempt_id, back: await signInThere(google, url, login) })
    google.mood = 'silent'

    const patience = rulePatience()
    const returns = attempts.map(({ back }) => here.comeBack(back))
    const begins = ['es', 'pt'].map(language => browser().begin('document', { language } as object))
    let isOver = false
    void Promise.race([...returns, ...begins]).then(() => {
      isOver = true
    })
    // Meanwhile others are served: what asks the database, another provider, a sign-up.
    expect((await server.ask('login', '/ways')).status).toBe(200)
    expect((await server.signInTemporary()).user_id).toBeTruthy()
    expect(await browser().signIn('microsoft', microsoft, person(microsoft))).toBeTruthy()
    for (const { attempt_id: id } of attempts)
      expect(await here.stateOf(id)).toMatchObject({ state: 'pending', code: null })
    await waitFor('every question that nobody answers', async () => {
      return facebook.unanswered === 3 && google.unanswered === 1 && quiet.unanswered === 1
    })
    expect(isOver).toBe(false)
    expect(patience.longest()).toBe(PROVIDER_ANSWER_MS)
    patience.pass()

    for (const begin of begins) expect(await problemOf(await begin)).toEqual(UNAVAILABLE)
    await Promise.all(returns)
    vi.restoreAllMocks()
    for (const { attempt_id: id } of attempts) {
      expect(await here.stateOf(id)).toMatchObject({ state: 'failed', code: 'provider-unavailable' })
      expect(await problemOf(await here.claim('/user', id))).toEqual(UNAVAILABLE)
    }
    // Nothing of it is remembered: who presses again when it is back comes in.
    google.mood = 'well'
    quiet.mood = 'well'
    expect(await here.signIn('google', google, login)).toMatchObject({ name: 'Ana Rojas' })
    expect((await browser().begin('document')).status).toBe(200)
  })
})
