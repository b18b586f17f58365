import type { PasswordLogin } from '#contract/rest/accounts.ts'
import { samePassword } from '#contract/rules/password.ts'
import type { GivenSession } from '#server/identity/give-session.ts'
import { verifyPassword } from '#server/identity/passwords.ts'
import { type SignInPlace, trySignIn } from '#server/identity/sign-in-tries.ts'
import { accountOfEmail, type AccountRow, spelled } from './account-of-email.ts'
import type { AccountsContext } from './accounts-context.ts'
import { type Entering, enterAccount } from './enter-account.ts'
import { requireBoth, wrongCredentials } from './worded.ts'

/** From where somebody comes, as the routes know it. */
export type Arrival = Entering & Pick<SignInPlace, 'address' | 'browserCookie'>

/**
 * The session of an account whose password was found right, unless it has another one by now.
 * @throws Refusal wrong-credentials, holds-the-same
 */
export const enterByPassword = (
  context: AccountsContext,
  { user_id, password_hash }: AccountRow,
  arrival: Arrival,
): Promise<GivenSession> =>
  enterAccount(context, arrival, async transaction => {
    const still = await transaction
      .selectFrom('accounts')
      .select('user_id')
      .where('user_id', '=', user_id)
      .where('password_hash', '=', password_hash)
      .forShare()
      .executeTakeFirst()
    if (!still) throw wrongCredentials(arrival.language)
    return user_id
  })

/**
 * @throws Refusal user-and-password-required; wrong-credentials, for an e-mail that nobody has as for a wrong
 * password, and after the same work; holds-the-same; captcha-invalid, captcha-expired, captcha-used;
 * RetryLater too-many-requests where too many were wrong before it
 * @see rules AUTH-04, AUTH-07
 */
export async function signInByPassword(
  context: AccountsContext,
  { user, password, captchaToken }: PasswordLogin,
  arrival: Arrival,
): Promise<GivenSession> {
  requireBoth({ user, password }, arrival.language)
  const { address, browserCookie } = arrival
  const name = spelled(user)
  const place = { address, browserCookie, captchaToken }
  const account = await accountOfEmail(context, context.database.db, name)
  const tried = await trySignIn(context, { kind: 'account', name, user_id: account?.user_id }, place)
  const isRight = await verifyPassword(account?.password_hash ?? null, samePassword(password))
  if (!account || !isRight) throw wrongCredentials(arrival.language)
  await tried.succeeded()
  return await enterByPassword(context, account, arrival)
}
