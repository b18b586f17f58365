import type { Transaction } from 'kysely'
import type { SignUp } from '#contract/rest/accounts.ts'
import { oneEmail } from '#contract/rules/email.ts'
import { samePassword } from '#contract/rules/password.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import type { GivenSession } from '#server/identity/give-session.ts'
import { hashPassword, verifyPassword } from '#server/identity/passwords.ts'
import { type SignInTry, trySignIn } from '#server/identity/sign-in-tries.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { type AccountRow, accountOfEmail } from './account-of-email.ts'
import type { AccountsContext } from './accounts-context.ts'
import { askToSignUp } from './ask-to-sign-up.ts'
import { checkPassword } from './check-password.ts'
import { enterAccount } from './enter-account.ts'
import { mailJob } from './account-jobs.ts'
import { makeAccount } from './make-account.ts'
import { type Arrival, enterByPassword } from './sign-in.ts'
import { requireBoth, wordedRefusal } from './worded.ts'

/** The address has an account: whoever has its password comes in, and anybody else is told. */
async function signUpAgain(
  context: AccountsContext,
  account: AccountRow,
  isRight: boolean,
  arrival: Arrival,
  tried: SignInTry,
): Promise<GivenSession> {
  const { clock, database, mailer } = context
  const { language } = arrival
  if (isRight) {
    await tried.succeeded()
    return await enterByPassword(context, account, arrival)
  }
  if (mailer) {
    const { user_id } = account
    await enqueueJobs(database.db, [mailJob('account-exists', { user_id, language }, agreedNow(clock))])
  }
  throw wordedRefusal('account-exists', 409, language, 'account-exists', [{ path: 'user', message: 'taken' }])
}

/**
 * Registers, and begins the session. A temporary user stays who they are, with all that they hold. The same
 * request again, after an answer that was lost, signs in.
 *
 * That an address has an account is told to whoever signs up with it: a sign-up that sets the user at once
 * (§4) tells it by not doing so. It costs a try at that account's password, and from one address only a few
 * in an hour go without proof of work. An address that nobody has costs none: there is no password to guess,
 * and whoever guesses beside a newcomer keeps them from nothing.
 * @throws Refusal user-and-password-required, account-exists, password-too-short, password-too-common,
 * bad-request, captcha-…; RetryLater too-many-requests
 * @see rules AUTH-04, AUTH-07
 */
export async function signUp(
  context: AccountsContext,
  request: SignUp,
  arrival: Arrival,
): Promise<GivenSession> {
  const { language, address, browserCookie } = arrival
  requireBoth(request, language)
  const email = oneEmail(request.user)
  if (email === null)
    throw wordedRefusal('bad-request', 400, language, 'email-invalid', [
      { path: 'user', message: 'no e-mail' },
    ])
  const { name, policy } = request
  checkPassword(request.password, { email, name }, language)
  await askToSignUp(context, request.captchaToken, arrival)
  const place = { address, browserCookie, captchaToken: undefined }
  const tryAt = ({ user_id }: AccountRow) =>
    trySignIn(context, { kind: 'account', name: email, user_id }, place)
  const found = await accountOfEmail(context, context.database.db, email)
  const tried = found && (await tryAt(found))

  // Whether there is an account or not, as much is done: one hash, and one comparison.
  const password = samePassword(request.password)
  const password_hash = await hashPassword(password)
  const isRight = await verifyPassword(found?.password_hash ?? null, password)
  if (found && tried) return await signUpAgain(context, found, isRight, arrival, tried)
  try {
    const account = { name, email, isConfirmed: false, password_hash, language, policy }
    const make = (transaction: Transaction<Tables>) => makeAccount(context, transaction, arrival, account)
    return await enterAccount(context, arrival, make)
  } catch (error) {
    if (!isUniqueViolation(error, 'accounts_email_once')) throw error
    // Somebody was faster by a moment, perhaps this very request: this one comes second.
    const first = await accountOfEmail(context, context.database.db, email)
    if (!first) throw error
    const triedFirst = await tryAt(first)
    const isSame = await verifyPassword(first.password_hash, password)
    return await signUpAgain(context, first, isSame, arrival, triedFirst)
  }
}
