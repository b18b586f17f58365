import type { Kysely } from 'kysely'
import { PROVIDER_CLAIMS_MAX } from '#contract/limits.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { Tables } from '#server/database/tables.ts'
import { hashOfToken, hasTokenForm } from '#server/identity/tokens.ts'
import type { Caller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { AccountsContext } from '../accounts-context.ts'
import type { VouchedPerson } from './provider.ts'
import { PROVIDER_FAILURES, type ProviderFailureCode } from './provider-failure.ts'
import { attemptInvalid } from './read-attempt.ts'

/** An attempt in which a provider named somebody. */
export interface NamedAttempt {
  id: string
  provider: ProviderId
  /** Null where nobody was signed in when it was begun. */
  asked_by: string | null
  who: VouchedPerson
}

const STATUS: Record<ProviderFailureCode, number> = {
  'provider-refused': 403,
  'provider-unavailable': 503,
  'attempt-invalid': 409,
}

const failed = (failure: string) => {
  const code = PROVIDER_FAILURES.find(one => one === failure) ?? 'attempt-invalid'
  return new Refusal(code, STATUS[code], 'the provider named nobody')
}

/**
 * Whom the provider named, for the browser and the user who began it. Each call counts as one: whoever tries
 * passwords or addresses with it gets no further than a few.
 * @param provider null for any
 * @throws Refusal attempt-invalid, provider-refused, provider-unavailable
 */
export async function openAttempt(
  { clock, database, protection }: AccountsContext,
  id: string,
  {
    provider,
    browserToken,
    caller,
  }: { provider: ProviderId | null; browserToken: string | undefined; caller: Caller },
): Promise<NamedAttempt> {
  if (browserToken === undefined || !hasTokenForm(browserToken)) throw attemptInvalid()
  const attempt = await database.db
    .updateTable('sign_in_attempts')
    .set(row => ({ claims: row('claims', '+', 1) }))
    .where('id', '=', id)
    .where('browser_hash', '=', hashOfToken(browserToken))
    .where('expires_at', '>', clock.now())
    .where('used_at', 'is', null)
    .where('claims', '<', PROVIDER_CLAIMS_MAX)
    .returning(['provider', 'asked_by', 'outcome', 'failure'])
    .executeTakeFirst()
  if (!attempt) throw attemptInvalid()
  const { asked_by, outcome, failure } = attempt
  if (provider !== null && attempt.provider !== provider) throw attemptInvalid()
  // Who began it must still be who they were: what they hold would come along for somebody else.
  if (asked_by !== null && (caller.kind !== 'user' || caller.user_id !== asked_by)) throw attemptInvalid()
  if (failure !== null) throw failed(failure)
  if (outcome === null) throw attemptInvalid()
  const who = JSON.parse(protection.openAttempt(outcome, id)) as VouchedPerson
  return { id, provider: attempt.provider, asked_by, who }
}

/**
 * Spends it, in the transaction of what it lets somebody do: if that fails, it is still good.
 * @throws Refusal attempt-invalid where another request was faster
 */
export async function useAttempt(
  { clock }: Pick<AccountsContext, 'clock'>,
  transaction: Kysely<Tables>,
  { id }: NamedAttempt,
): Promise<void> {
  const used = await transaction
    .updateTable('sign_in_attempts')
    .set({ used_at: clock.now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw attemptInvalid()
}
