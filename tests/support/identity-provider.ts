import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { interactionPolicy, Provider } from 'oidc-provider'
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'

/** What the provider knows of somebody who can sign in there: OpenID Connect's claims, and others. */
export type Claims = Record<string, unknown>

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** People by the name that they sign in with; it is their `sub`, too. */
  people: Map<string, Claims>
  /** Where browsers may be sent back to, exactly. */
  admit(redirectUri: string): void
  /**
   * What it does from now on: `well`; `down` closes every connection; `silent` takes requests and never
   * answers; `broken` fails to give tokens.
   */
  mood: 'well' | 'down' | 'silent' | 'broken'
  /** Requests that it took and left without an answer. */
  unanswered: number
  /** Requests for tokens until now. */
  tokensAsked: number
  /** Why it gave no token, in its own words, in the order in which they were asked for. */
  refused: string[]
  /** Lets go of whom it has not answered. */
  stop(): Promise<void>
}

/** A question that its own browser tests press: who is it, or nobody. */
const page = (uid: string, people: Iterable<string>) =>
  '<!doctype html><html lang="en"><title>Identity provider</title><h1>Who are you?</h1>' +
  `<form method="post" action="/interaction/${uid}">` +
  [...people].map(name => `<button name="login" value="${name}">${name}</button>`).join('') +
  '<button name="cancel" value="yes">Cancel</button></form></html>'

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
  kid: 'of-the-tests',
})

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += String(part)
  return new URLSearchParams(text)
}

/** For so many seconds a code of it is good. */
export const CODE_LASTS_S = 60

/** A real OpenID Connect provider at a free port, with the smallest pages that one can sign in by. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // Another site than the tests' servers, which are at 127.0.0.1: cookies and windows are cut as in the
  // world.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Claims>()
  const admitted = new Set<string>()
  const clientId = 'numerito-tests'
  const clientSecret = 'a secret of the tests, and of nobody else'

  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['https://nowhere.example/return'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      run: ['RolUnico'],
      // As ClaveÚnica has it.
      name: ['name'],
    },
    scopes: ['openid', 'profile', 'email', 'run', 'name'],
    // As large providers do: what is asked for stands in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    // Its own, under a name of ours: it warns of nothing.
    adapter: class extends MemoryAdapter {},
    jwks: { keys: [signingKey()] },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: CODE_LASTS_S,
      Grant: 3_600,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 3_600,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    async findAccount(_context: unknown, sub: string) {
      return { accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }
    },
    // Whoever signs in agrees to what the application asks.
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string }; params: { scope: string } }
    }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope(oidc.params.scope)
      await grant.save()
      return grant
    },
  })
  provider.Client.prototype.redirectUriAllowed = uri => admitted.has(uri)
  const answer = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return void response.end(page(uid, people.keys()))
    }
    const form = await formOf(request)
    const login = form.get('login')
    const result =
      login === null
        ? { error: 'access_denied', error_description: 'the person cancelled' }
        : { login: { accountId: login, remember: false }, select_account: {} }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  const told: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    people,
    admit: uri => void admitted.add(uri),
    mood: 'well',
    unanswered: 0,
    tokensAsked: 0,
    refused: [],
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }

  provider.on('grant.error', (_context: unknown, error: { error_detail?: string; message: string }) => {
    told.refused.push(error.error_detail ?? error.message)
  })

  server.on('request', (request, response) => {
    if (told.mood === 'down') return void request.socket.destroy()
    if (told.mood === 'silent') return void told.unanswered++
    const isForTokens = request.url === '/token'
    if (isForTokens) told.tokensAsked++
    if (isForTokens && told.mood === 'broken') return void response.writeHead(500).end('broken')
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    interact(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  return told
}

/** A browser's cookies of one host, for walking by fetch. */
export class CookieJar {
  readonly #cookies = new Map<string, string>()

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, pair.slice(at + 1))
    }
  }
}

/**
 * Signs in at the provider's pages, as a browser does without scripts.
 * @param login null cancels
 * @returns the address at which the provider sends the browser back; nobody goes there yet
 */
export async function signInThere(
  { issuer }: IdentityProvider,
  url: string,
  login: string | null,
  jar = new CookieJar(),
): Promise<string> {
  let next = url
  for (let step = 0; step < 10; step++) {
    if (!next.startsWith(issuer)) return next
    const isQuestion = new URL(next).pathname.startsWith('/interaction/')
    const response = await fetch(next, {
      redirect: 'manual',
      method: isQuestion ? 'POST' : 'GET',
      headers: { cookie: jar.header },
      body: isQuestion ? new URLSearchParams(login === null ? { cancel: 'yes' } : { login }) : null,
    })
    jar.keep(response)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`stuck at ${next}: ${response.status} ${await response.text()}`)
    next = new URL(location, next).href
  }
  throw new Error('the provider sends the browser around in circles')
}
