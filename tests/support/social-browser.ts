import { randomUUID } from 'node:crypto'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { Session } from '#contract/rest/login.ts'
import type { AttemptBegin, AttemptBegun, AttemptState } from '#contract/rest/social.ts'
import type { ProviderSettings } from '#server/settings/provider-settings.ts'
import { CookieJar, type IdentityProvider, signInThere } from './identity-provider.ts'
import type { TestServer } from './server.ts'

/** As the settings would have it, of a provider that the tests started. */
export const settingsOf = (
  id: ProviderId,
  { issuer, clientId, clientSecret }: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  document: ProviderSettings['document'] = null,
): ProviderSettings => ({ id, issuer, clientId, clientSecret, document })

/** The provider lets browsers come back to this server, and to nowhere else. */
export function admitServer(provider: IdentityProvider, { origin }: Pick<TestServer, 'origin'>): void {
  for (const id of ['google', 'microsoft', 'document'])
    provider.admit(`${origin}/services/login/${id}/return`)
}

/** A browser that signs in with providers: it has cookies, and for each person a token. */
export function socialBrowser(server: TestServer) {
  const jar = new CookieJar()
  const browser = {
    jar,
    token: undefined as string | undefined,

    async ask(path: string, { method, body }: { method?: string; body?: unknown } = {}): Promise<Response> {
      const response = await server.ask('login', path, {
        body,
        cookie: jar.header,
        ...(method !== undefined && { method }),
        ...(browser.token !== undefined && { token: browser.token }),
      })
      jar.keep(response)
      return response
    },

    begin: (provider: ProviderId, said: Partial<AttemptBegin> = {}): Promise<Response> =>
      browser.ask(`/${provider}/begin`, { body: { mode: 'popup', ...said } }),

    async begun(provider: ProviderId, said: Partial<AttemptBegin> = {}): Promise<AttemptBegun> {
      const response = await browser.begin(provider, said)
      if (response.status !== 200) throw new Error(`not begun: ${response.status} ${await response.text()}`)
      return (await response.json()) as AttemptBegun
    },

    /** Goes where the provider sends it. */
    async comeBack(address: string): Promise<Response> {
      const response = await fetch(address, { redirect: 'manual', headers: { cookie: jar.header } })
      jar.keep(response)
      return response
    },

    state: (id: string): Promise<Response> => browser.ask(`/attempts/${id}`),

    async stateOf(id: string): Promise<AttemptState> {
      return (await (await browser.state(id)).json()) as AttemptState
    },

    claim: (path: string, uid: string, user: object = {}, more: object = {}): Promise<Response> =>
      browser.ask(path, { body: { uid, user, ...more } }),

    /** The whole way, up to the claim. @returns the attempt */
    async named(provider: ProviderId, at: IdentityProvider, login: string): Promise<string> {
      const { attempt_id, url } = await browser.begun(provider)
      await browser.comeBack(await signInThere(at, url, login))
      return attempt_id
    },

    /** Keeps the token of a session that was given. */
    async enter(response: Response): Promise<Session> {
      if (response.status !== 200) throw new Error(`not in: ${response.status} ${await response.text()}`)
      const session = (await response.json()) as Session
      browser.token = session.token
      return session
    },

    async signIn(
      provider: ProviderId,
      at: IdentityProvider,
      login: string,
      user: object = {},
    ): Promise<Session> {
      const path = provider === 'document' ? '/user' : `/${provider}`
      return await browser.enter(await browser.claim(path, await browser.named(provider, at, login), user))
    },
  }
  return browser
}

/** Somebody whom nobody met before. */
export const newLogin = (): string => `p-${randomUUID().slice(0, 8)}`
