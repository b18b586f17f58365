import type { Transaction } from 'kysely'
import { SIGN_UPS_FREE } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { SignUp } from '#contract/rest/accounts.ts'
import { oneEmail } from '#contract/rules/email.ts'
import { samePassword } from '#contract/rules/password.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import type { GivenSession } from '#server/identity/give-session.ts'
import { hashPassword, verifyPassword } from '#server/identity/passwords.ts'
import { type SignInTry, trySignIn } from '#server/identity/sign-in-tries.ts'
import { personColumns } from '#server/identity/temporary-person.ts'
import { useCaptcha } from '#server/identity/use-captcha.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { addressKey } from '#server/knocks/asker.ts'
import { askToTry } from '#server/knocks/pauses.ts'
import { acceptPolicy } from '#server/policies/accept-policy.ts'
import { RetryLater } from '#server/web/retry-later.ts'
import { type AccountRow, accountOfEmail } from './account-of-email.ts'
import type { AccountsContext } from './accounts-context.ts'
import { checkPassword } from './check-password.ts'
import { enterAccount } from './enter-account.ts'
import { mailJob } from './account-jobs.ts'
import { type Arrival, enterByPassword } from './sign-in.ts'
import { loginTexts } from '#locales/login/texts.ts'
import { requireBoth, wordedRefusal } from './worded.ts'

interface NewAccount {
  name: string
  email: string
  password_hash: string
  language: Language
  policy: string | undefined
}

/**
 * An address makes a few accounts in an hour, and for each more of them somebody proves work: else it would
 * learn from the answers who has one, as fast as it can ask.
 * @throws RetryLater too-many-requests; Refusal captcha-invalid, captcha-expired, captcha-used
 */
async function askToSignUp(context: AccountsContext, captchaToken: string | undefined, arrival: Arrival) {
  const { captcha, clock, database, protection } = context
  const solved = captchaToken === undefined ? null : await captcha.verify(captchaToken)
  const tried = { key: `sign-ups ${addressKey(arrival, protection)}`, free: SIGN_UPS_FREE }
  const wait = await database.transaction(transaction =>
    askToTry(transaction, [tried], clock.now(), solved && (within => useCaptcha(within, solved))),
  )
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1_000)
  const said = loginTexts[arrival.language]['proof-required']
  throw new RetryLater('too-many-requests', 429, said, seconds)
}

/** The temporary user who asks becomes registered, as the same user; else a new one. */
async function registeredUser(
  context: AccountsContext,
  transaction: Transaction<Tables>,
  { caller }: Pick<Arrival, 'caller'>,
  { name, email, language }: NewAccount,
): Promise<string> {
  const { clock, protection, random } = context
  const temporary =
    caller.kind === 'user' && caller.temporal
      ? await transaction
          .selectFrom('users')
          .select(['id', 'person', 'identity_type'])
          .where('id', '=', caller.user_id)
          .where('temporal', '=', true)
          .forUpdate()
          .executeTakeFirst()
      : undefined
  const id = temporary?.id ?? random.uuid()
  const known = temporary?.person ? protection.openPerson(temporary.person, id) : null
  const person = { name, email, phone: known?.phone ?? null, identity: known?.identity ?? null }
  const columns = personColumns(context, id, { person, identityType: temporary?.identity_type ?? null })
  if (temporary) {
    await transaction
      .updateTable('users')
      .set({ temporal: false, language, login_attempt: null, ...columns })
      .where('id', '=', id)
      .execute()
  } else {
    await transaction
      .insertInto('users')
      .values({ id, temporal: false, language, login_attempt: null, created_at: clock.now(), ...columns })
      .execute()
  }
  return id
}

/** @throws the violation of accounts_email_once where the address has an account */
async function makeAccount(
  context: AccountsContext,
  transaction: Transaction<Tables>,
  arrival: Arrival,
  account: NewAccount,
): Promise<string> {
  const { clock, mailer, protection } = context
  const at = clock.now()
  const user_id = await registeredUser(context, transaction, arrival, account)
  const { email, password_hash, policy, language } = account
  await transaction
    .insertInto('accounts')
    .values({
      user_id,
      email_hash: protection.emailHash(email),
      email_confirmed_at: null,
      password_hash,
      created_at: at,
    })
    .execute()
  if (policy !== undefined) await acceptPolicy(transaction, { user_id, version: policy, at })
  if (mailer) await enqueueJobs(transaction, [mailJob('confirm-email', { user_id, language }, at)])
  return user_id
}

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
    await enqueueJobs(database.db, [mailJob('account-exists', { user_id, language }, clock.now())])
  }
  throw wordedRefusal('account-exists', 409, language, 'account-exists', [{ path: 'user', message: 'taken' }])
}

/**
 * Registers, and begins the session. A temporary user stays who they are, with all that they hold. The same
 * request again, after an answer that was lost, signs in.
 *
 * That an address has an account is told to whoever signs up with it: a sign-up that sets the user at once
 * (§4) tells it by not doing so. It costs a try at that account's password, and from one address only a few
 * in an hour go without proof of work.
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
  const tried = await trySignIn(context, { kind: 'account', name: email }, place)

  // Whether there is an account or not, as much is done: one hash, and one comparison.
  const password = samePassword(request.password)
  const password_hash = await hashPassword(password)
  const found = await accountOfEmail(context, context.database.db, email)
  const isRight = await verifyPassword(found?.password_hash ?? null, password)
  if (found) return await signUpAgain(context, found, isRight, arrival, tried)
  try {
    const account = { name, email, password_hash, language, policy }
    const make = (transaction: Transaction<Tables>) => makeAccount(context, transaction, arrival, account)
    const given = await enterAccount(context, arrival, make)
    await tried.succeeded()
    return given
  } catch (error) {
    if (!isUniqueViolation(error, 'accounts_email_once')) throw error
    // Somebody was faster by a moment, perhaps this very request: this one comes second.
    const first = await accountOfEmail(context, context.database.db, email)
    if (!first) throw error
    const isSame = await verifyPassword(first.password_hash, password)
    return await signUpAgain(context, first, isSame, arrival, tried)
  }
}
