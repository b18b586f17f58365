import { PROVIDER_ATTEMPT_MS } from '#contract/limits.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { AttemptBegin, AttemptBegun } from '#contract/rest/social.ts'
import { hashOfToken, hasTokenForm, newCookieToken } from '#server/identity/tokens.ts'
import { Refusal } from '#server/web/refusal.ts'
import { newSecrets } from './attempt-secrets.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { ProvidersContext } from './providers-context.ts'

interface Asker {
  /** The user who is here already; null for a guest. */
  user_id: string | null
  /** What the browser holds of attempts before this one. */
  browserToken: string | undefined
  /** The page that asks. */
  origin: string
  /** Where the provider sends the browser back to. */
  returnTo: string
}

/**
 * Begins an attempt to sign in with a provider. The browser gets a token of its own, for all its attempts: it
 * is the only one that can come back to them, so that nobody is let in by another's link.
 * @throws Refusal not-found, provider-unavailable
 */
export async function beginAttempt(
  context: ProvidersContext,
  providerId: ProviderId,
  { mode, next, language }: AttemptBegin,
  asker: Asker,
): Promise<{ begun: AttemptBegun; browserToken: string }> {
  const { database, clock, random, protection } = context.accounts
  const provider = context.providers.of(providerId)
  const secrets = newSecrets(random, asker.returnTo)
  const url = await provider.addressFor(secrets, language).catch((error: unknown) => {
    context.log.warn({ err: error, provider: providerId }, 'a provider does not answer')
    throw error instanceof ProviderFailure
      ? new Refusal('provider-unavailable', 503, 'the provider does not answer')
      : error
  })
  const { browserToken: held } = asker
  const browserToken = held !== undefined && hasTokenForm(held) ? held : newCookieToken(random)
  const id = random.uuid()
  const now = clock.now()
  const expires_at = new Date(now.getTime() + PROVIDER_ATTEMPT_MS)
  await database.db
    .insertInto('sign_in_attempts')
    .values({
      id,
      provider: providerId,
      state_hash: hashOfToken(secrets.state),
      browser_hash: hashOfToken(browserToken),
      secrets: protection.sealAttempt(JSON.stringify(secrets), id),
      asked_by: asker.user_id,
      mode,
      origin: asker.origin,
      next,
      language,
      created_at: now,
      expires_at,
    })
    .execute()
  return {
    begun: { attempt_id: id, url: url.href, expires_at: expires_at.toISOString() },
    browserToken,
  }
}
