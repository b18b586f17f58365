import type { AttemptState } from '#contract/rest/social.ts'
import { hashOfToken, hasTokenForm } from '#server/identity/tokens.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { AccountsContext } from '../accounts-context.ts'

export const attemptInvalid = () =>
  new Refusal('attempt-invalid', 409, 'this attempt is over, was used, or was not begun in this browser')

/**
 * How far an attempt is, for the browser that began it.
 * @throws Refusal attempt-invalid
 */
export async function readAttempt(
  { database, clock }: Pick<AccountsContext, 'database' | 'clock'>,
  id: string,
  browserToken: string | undefined,
): Promise<AttemptState> {
  if (browserToken === undefined || !hasTokenForm(browserToken)) throw attemptInvalid()
  const attempt = await database.db
    .selectFrom('sign_in_attempts')
    .select(row => ['failure', 'next', row('outcome', 'is not', null).as('is_done')])
    .where('id', '=', id)
    .where('browser_hash', '=', hashOfToken(browserToken))
    .where('expires_at', '>', clock.now())
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!attempt) throw attemptInvalid()
  const { failure, next, is_done } = attempt
  if (failure !== null) return { state: 'failed', code: failure, next }
  return { state: is_done ? 'done' : 'pending', code: null, next }
}
