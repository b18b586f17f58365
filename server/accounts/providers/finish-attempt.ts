import type { Language } from '#contract/primitives.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'
import { hashOfToken, hasTokenForm } from '#server/identity/tokens.ts'
import type { AttemptSecrets } from './provider.ts'
import { asFailure, type ProviderFailureCode } from './provider-failure.ts'
import type { ProvidersContext } from './providers-context.ts'

/** An attempt whose browser is back from the provider. */
export interface ReturnedAttempt {
  id: string
  mode: 'popup' | 'redirect'
  origin: string
  language: Language
  /** Null where the person was named. */
  failure: ProviderFailureCode | null
}

/**
 * Takes what the provider's redirect brings. The state opens its attempt once, in the browser that began it,
 * while it lasts: it is spent before the code is traded, so that of two that come at once one goes on.
 * @param query of the address at which the browser came back
 * @returns null where there is no such attempt (any more), or not in this browser
 */
export async function finishAttempt(
  context: ProvidersContext,
  providerId: ProviderId,
  { query, browserToken }: { query: URLSearchParams; browserToken: string | undefined },
): Promise<ReturnedAttempt | null> {
  const { database, clock, protection } = context.accounts
  const { log } = context
  const [state, ...others] = query.getAll('state')
  if (state === undefined || others.length > 0) return null
  if (!hasTokenForm(state) || browserToken === undefined || !hasTokenForm(browserToken)) return null
  const now = clock.now()
  const attempt = await database.db
    .updateTable('sign_in_attempts')
    .set({ returned_at: now })
    .where('state_hash', '=', hashOfToken(state))
    .where('provider', '=', providerId)
    .where('browser_hash', '=', hashOfToken(browserToken))
    .where('returned_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'secrets', 'mode', 'origin', 'language'])
    .executeTakeFirst()
  if (!attempt) return null
  const { id, mode, origin, language } = attempt
  const secrets = JSON.parse(protection.openAttempt(attempt.secrets, id)) as AttemptSecrets
  const returned = new URL(secrets.returnTo)
  returned.search = query.toString()
  let failure: ProviderFailureCode | null = null
  let outcome: Uint8Array | null = null
  try {
    const person = await context.providers.of(providerId).personOf(returned, secrets)
    outcome = protection.sealAttempt(JSON.stringify(person), id)
  } catch (error) {
    const failed = asFailure(error)
    failure = failed.code
    if (failure !== 'provider-refused')
      log.warn({ err: failed, provider: providerId }, 'a provider named nobody')
  }
  await database.db.updateTable('sign_in_attempts').set({ outcome, failure }).where('id', '=', id).execute()
  return { id, mode, origin, language, failure }
}
