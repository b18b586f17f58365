import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client'
import * as v from 'valibot'
import { EMAIL_MAX, PROVIDER_ANSWER_MS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { ProviderSettings } from '#server/settings/provider-settings.ts'
import { challengeOf } from './attempt-secrets.ts'
import type { Provider } from './provider.ts'
import { asFailure, ProviderFailure } from './provider-failure.ts'
import { vouchedName } from './vouched-name.ts'

const VERSION = 'v23.0'
const PUBLIC = 'https://www.facebook.com'
const GRAPH = 'https://graph.facebook.com'

const LOCALES: Record<Language, string> = { es: 'es_LA', en: 'en_US', pt: 'pt_BR' }

/** Graph's "me". The e-mail is left out where the person has none, or did not want to say it. */
const me = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
})

/** How it says no, in a form of its own. 100 is said of a code that was used, is over, or is invalid. */
const refusal = v.object({ error: v.object({ code: v.literal(100) }) })

/** What it answers, with a refused code in OAuth's own words: else it would look as if Facebook were away. */
async function inOAuthsWords(answer: Response): Promise<Response> {
  if (answer.status !== 400) return answer
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  return v.is(refusal, said) ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : answer
}

/**
 * Facebook, which is no OpenID Connect for websites: OAuth with a code, then Graph's "me". It names no nonce;
 * state and PKCE bind its answer to the attempt, and the app's own secret signs the question after the
 * person.
 */
export function facebookProvider({ id, issuer, clientId, clientSecret }: ProviderSettings): Provider {
  const origin = new URL(issuer).origin
  const graph = origin === PUBLIC ? GRAPH : origin
  const configuration = new Configuration(
    {
      issuer: origin,
      authorization_endpoint: `${origin}/${VERSION}/dialog/oauth`,
      token_endpoint: `${graph}/${VERSION}/oauth/access_token`,
    },
    clientId,
    clientSecret,
  )
  configuration.timeout = PROVIDER_ANSWER_MS / 1_000
  configuration[customFetch] = async (url, asked) => inOAuthsWords(await fetch(url, asked as RequestInit))
  if (origin.startsWith('http:')) allowInsecureRequests(configuration)

  return {
    id,
    label: null,
    provesDocument: false,

    async addressFor(secrets, language) {
      return buildAuthorizationUrl(configuration, {
        redirect_uri: secrets.returnTo,
        scope: 'public_profile email',
        state: secrets.state,
        code_challenge: challengeOf(secrets),
        code_challenge_method: 'S256',
        locale: LOCALES[language],
      })
    },

    async personOf(returned, secrets) {
      try {
        const { access_token } = await authorizationCodeGrant(configuration, returned, {
          expectedState: secrets.state,
          pkceCodeVerifier: secrets.verifier,
        })
        const question = new URL(`${graph}/${VERSION}/me`)
        question.searchParams.set('fields', 'id,name,email')
        const proof = createHmac('sha256', clientSecret).update(access_token).digest('hex')
        question.searchParams.set('appsecret_proof', proof)
        const answer = await fetchProtectedResource(configuration, access_token, question, 'GET')
        if (!answer.ok) throw new ProviderFailure('provider-unavailable')
        const said = v.parse(me, await answer.json())
        const email = said.email !== undefined && said.email.length <= EMAIL_MAX ? said.email : null
        // It never says whether the address was verified.
        return { subject: said.id, email, emailVerified: false, name: vouchedName(said.name), document: null }
      } catch (error) {
        throw asFailure(error)
      }
    },
  }
}
