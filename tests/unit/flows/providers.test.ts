import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { SIGN_IN_FREE, SIGN_UPS_FREE } from '#contract/limits.ts'
import { type AttemptClaimed, claimAttempt } from '#src/flows/session/claim-attempt.ts'
import { signInWithProvider } from '#src/flows/session/sign-in-with-provider.ts'
import type { ProviderTrip } from '#src/platform/provider-trip.ts'
import {
  type IdentityProvider,
  signInThere,
  startIdentityProvider,
} from '#tests/support/identity-provider.ts'
import { admitServer, newLogin, settingsOf } from '#tests/support/social-browser.ts'
import type { Device } from './device.ts'
import { nextEmail, PASSWORD, phones } from './phones.ts'

let idp: IdentityProvider
// A proof of work that costs nothing, but can be seen.
const here = phones(async () => {
  idp = await startIdentityProvider()
  return {
    captchaDifficulty: { cost: 1, from: 1, to: 5 },
    settings: { providers: [settingsOf('google', idp)] },
  }
})
afterAll(() => idp.stop())
beforeEach(() => admitServer(idp, here.server))

/** A window in which somebody presses their name at the provider, and which comes back. */
function windowOf(login: string): ProviderTrip {
  const back = Promise.withResolvers<void>()
  return {
    mode: 'popup',
    goTo(url) {
      const cookie = here.door.others.get('numerito-attempt') ?? ''
      void signInThere(idp, url, login)
        .then(address => fetch(address, { redirect: 'manual', headers: { cookie } }))
        .then(() => back.resolve(), back.reject)
      return true
    },
    again: () => undefined,
    cancel: () => undefined,
    isCancelled: () => false,
    subscribe(listener) {
      void back.promise.then(listener)
      return () => undefined
    },
    end: () => undefined,
  }
}

/** The provider named somebody, and one thing more is needed of them. */
async function namedBut(refusal: string, { context }: Device, claims: object) {
  const login = newLogin()
  idp.people.set(login, { name: 'Ana Rojas', ...claims })
  const outcome = (await signInWithProvider(context, 'google', windowOf(login), '/')) as AttemptClaimed
  expect(outcome).toMatchObject({ status: 'failed', code: refusal })
  return outcome.attempt ?? expect.fail('the attempt is over')
}
const asked = () =>
  here.door.requests
    .map(({ method, path }) => `${method} ${path.replace('/services/login', '')}`)
    .filter(call => /captcha|\/google$/.test(call))
const signUp = (user: string) =>
  here.server.ask('login', '/signup', { body: { user, password: PASSWORD, name: 'Ana Rojas' } })

describe('who comes by a provider while many try', () => {
  it('[AUTH-05] proves some work for the e-mail that they type, as in a sign-up, and is in', async () => {
    const phone = here.device()
    const attempt = await namedBut('person-incomplete', phone, {})
    for (let count = 0; count < SIGN_UPS_FREE; count++) expect((await signUp(nextEmail())).status).toBe(200)
    here.door.requests.length = 0
    const email = nextEmail()
    expect(await claimAttempt(phone.context, attempt, { email })).toEqual({ status: 'done', attempt })
    expect(asked()).toEqual(['POST /google', 'GET /captcha', 'POST /google'])
    expect(phone.stores.session.getState()).toMatchObject({ status: 'registered', user: { email } })
    expect(phone.stores.ui.getState().tooManyRequests).toBeNull()
  })

  it('[AUTH-05] proves the longer work of a sign-in for the password of the account to which they link', async () => {
    const phone = here.device()
    const email = nextEmail()
    expect((await signUp(email)).status).toBe(200)
    const attempt = await namedBut('account-to-link', phone, { email, email_verified: true })
    for (let count = 0; count <= SIGN_IN_FREE.name; count++)
      await here.server.ask('login', '/password', { body: { user: email, password: 'esto no es nada' } })
    here.door.requests.length = 0
    expect(await claimAttempt(phone.context, attempt, { password: PASSWORD })).toEqual({
      status: 'done',
      attempt,
    })
    expect(asked()).toEqual(['POST /google', 'GET /password/captcha', 'POST /google'])
    expect(phone.stores.session.getState()).toMatchObject({ status: 'registered', user: { email } })
    expect(phone.stores.ui.getState().tooManyRequests).toBeNull()
  })
})
