import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  discovery,
  fetchUserInfo,
} from 'openid-client'
import { EMAIL_MAX, PROVIDER_ANSWER_MS } from '#contract/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ProviderSettings } from '#server/settings/provider-settings.ts'
import { challengeOf } from './attempt-secrets.ts'
import type { Provider } from './provider.ts'
import { asFailure, ProviderFailure } from './provider-failure.ts'
import { vouchedDocument } from './vouched-document.ts'
import { vouchedName } from './vouched-name.ts'

/** What an issuer says of itself is asked for anew after this: its addresses seldom change. */
const KNOWN_FOR_MS = 3_600_000

/** The issuer's addresses and keys, asked for once and kept a while. A failure is not kept. */
function rememberIssuer({ issuer, clientId, clientSecret }: ProviderSettings, clock: Clock) {
  let known: { until: number; configuration: Promise<Configuration> } | null = null
  return (): Promise<Configuration> => {
    const now = clock.now().getTime()
    if (known && now < known.until) return known.configuration
    const isInTheClear = issuer.startsWith('http:')
    const configuration = discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: PROVIDER_ANSWER_MS / 1_000,
      ...(isInTheClear && { execute: [allowInsecureRequests] }),
    })
    const asked = { until: now + KNOWN_FOR_MS, configuration }
    known = asked
    configuration.catch(() => {
      if (known === asked) known = null
    })
    return configuration
  }
}

/** Any OpenID Connect issuer: authorization code with PKCE, state and nonce, all of it between servers. */
export function openIdProvider(settings: ProviderSettings, clock: Clock): Provider {
  const { id, document } = settings
  const issuer = rememberIssuer(settings, clock)

  return {
    id,
    label: document?.label ?? null,
    provesDocument: document !== null,

    async addressFor(secrets, language) {
      try {
        return buildAuthorizationUrl(await issuer(), {
          redirect_uri: secrets.returnTo,
          scope: document?.scope ?? 'openid profile email',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: challengeOf(secrets),
          code_challenge_method: 'S256',
          ui_locales: language,
          // Who shares a machine must not come in as whoever used it before them; a document is proven anew.
          prompt: document === null ? 'select_account' : 'login',
        })
      } catch (error) {
        throw new ProviderFailure('provider-unavailable', error)
      }
    },

    async personOf(returned, secrets) {
      try {
        const configuration = await issuer()
        const tokens = await authorizationCodeGrant(configuration, returned, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        })
        const named = tokens.claims()
        if (!named) throw new ProviderFailure('attempt-invalid')
        const isMissing = document ? named[document.claim] === undefined : named.email === undefined
        const more =
          isMissing && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await fetchUserInfo(configuration, tokens.access_token, named.sub)
            : {}
        const claims: Record<string, unknown> = { ...more, ...named }
        const { email } = claims
        const said = typeof email === 'string' && email.length <= EMAIL_MAX ? email : null
        const proven = document && vouchedDocument(claims[document.claim], document.type)
        // It is asked for the document, and for nothing else: without one it has told nobody's name.
        if (document && !proven) throw new ProviderFailure('provider-refused')
        return {
          subject: named.sub,
          email: said,
          emailVerified: said !== null && claims.email_verified === true,
          name: vouchedName(claims.name),
          document: proven,
        }
      } catch (error) {
        throw asFailure(error)
      }
    },
  }
}
