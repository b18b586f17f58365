import type { Language } from '#contract/primitives.ts'
import type { PasswordChange } from '#contract/rest/accounts.ts'
import { samePassword } from '#contract/rules/password.ts'
import { hashPassword, verifyPassword } from '#server/identity/passwords.ts'
import { type SignInPlace, trySignIn } from '#server/identity/sign-in-tries.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { RetryLater } from '#server/web/retry-later.ts'
import type { AccountsContext } from './accounts-context.ts'
import { checkPassword } from './check-password.ts'
import { endOtherSessions } from './end-sessions.ts'
import { mailJob } from './account-jobs.ts'
import { wordedRefusal, wrongCredentials } from './worded.ts'

/**
 * Every other session ends: whoever knew the old password is out. Links to reset it that are still under way
 * are worth nothing from now on.
 * @throws Refusal password-required, wrong-credentials, password-too-short, password-too-common; RetryLater
 * too-many-requests
 */
export async function changePassword(
  context: AccountsContext,
  { user_id, session_id }: UserCaller,
  { current, password }: PasswordChange,
  { language, ...place }: Omit<SignInPlace, 'captchaToken'> & { language: Language },
): Promise<void> {
  const { clock, database, mailer, protection } = context
  const account = await database.db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.password_hash', 'users.person'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { email, name } =
    account.person === null ? { email: '', name: '' } : protection.openPerson(account.person, user_id)
  checkPassword(password, { email, name }, language)
  if (account.password_hash !== null) {
    if (current === undefined || current === '')
      throw wordedRefusal('password-required', 400, language, 'password-required', [
        { path: 'current', message: 'missing' },
      ])
    // Whoever found the telephone open must not try one after the other.
    const who = { kind: 'account', name: `user ${user_id}`, user_id, isIn: true } as const
    const tryAs = async (said: string) => {
      const tried = await trySignIn(context, who, { ...place, captchaToken: undefined })
      const isTheirs = await verifyPassword(account.password_hash, samePassword(said))
      if (isTheirs) await tried.succeeded()
      return isTheirs
    }
    if (!(await tryAs(current))) {
      // Brought twice by the network, it is so by now. To look is a second guess: a try of its own, and left
      // out where that would have to wait.
      const isSoAlready = await tryAs(password).catch(error => {
        if (error instanceof RetryLater) return false
        throw error
      })
      if (isSoAlready) return
      throw wrongCredentials(language)
    }
  }
  const isSame = current !== undefined && samePassword(current) === samePassword(password)
  const password_hash = await hashPassword(samePassword(password))
  const ended = await database.transaction(async transaction => {
    const changed = await transaction
      .updateTable('accounts')
      .set({ password_hash })
      .where('user_id', '=', user_id)
      .where(row =>
        account.password_hash === null
          ? row('password_hash', 'is', null)
          : row('password_hash', '=', account.password_hash),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!changed) return null
    await transaction
      .deleteFrom('account_links')
      .where('user_id', '=', user_id)
      .where('kind', '=', 'reset-password')
      .execute()
    // Asked for again, because its answer was lost, it was told by the first.
    if (mailer && !isSame)
      await enqueueJobs(transaction, [mailJob('password-changed', { user_id, language }, agreedNow(clock))])
    return await endOtherSessions(context, transaction, user_id, session_id)
  })
  if (ended === null) return await demandSame(context, { user_id, password, language })
  for (const session of ended) context.onSessionEnd?.(session)
}

/**
 * Of two that are made at once the second has the wrong current one. Where both want the same password the
 * network brought it twice, and it is done.
 */
async function demandSame(
  { database }: AccountsContext,
  { user_id, password, language }: { user_id: string; password: string; language: Language },
): Promise<void> {
  const { password_hash } = await database.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(password_hash, samePassword(password)))) throw wrongCredentials(language)
}
