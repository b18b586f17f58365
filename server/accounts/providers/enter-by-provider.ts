import type { Transaction } from 'kysely'
import type { SocialLogin } from '#contract/rest/social.ts'
import { oneEmail } from '#contract/rules/email.ts'
import { samePassword } from '#contract/rules/password.ts'
import type { Tables } from '#server/database/tables.ts'
import { verifyPassword } from '#server/identity/passwords.ts'
import { trySignIn } from '#server/identity/sign-in-tries.ts'
import { acceptPolicy } from '#server/policies/accept-policy.ts'
import { type FieldFault, Refusal } from '#server/web/refusal.ts'
import { accountOfEmail, type AccountRow } from '../account-of-email.ts'
import type { AccountsContext } from '../accounts-context.ts'
import { askToSignUp } from '../ask-to-sign-up.ts'
import { enterAccount } from '../enter-account.ts'
import { makeAccount } from '../make-account.ts'
import { wrongCredentials } from '../worded.ts'
import type { Claimed, Claiming } from './claim-attempt.ts'
import { type NamedAttempt, useAttempt } from './open-attempt.ts'
import { proveDocument } from './prove-document.ts'
import { accountOfIdentity, linkIdentity } from './provider-identity.ts'
import { tellOfLink } from './tell-of-link.ts'

/** What an account needs of somebody who is new here. */
interface Newcomer {
  name: string
  /** In its one spelling. */
  email: string
  /** It is not the one that the provider said. */
  isTyped: boolean
  /** The provider says that it is theirs. */
  isConfirmed: boolean
}

/** What the temporary user who asks has said of themselves. */
async function knownPerson({ database, protection }: AccountsContext, { caller }: Claiming) {
  if (caller.kind !== 'user' || !caller.temporal) return null
  const { user_id } = caller
  const row = await database.db
    .selectFrom('users')
    .select('person')
    .where('id', '=', user_id)
    .executeTakeFirst()
  return row?.person ? protection.openPerson(row.person, user_id) : null
}

/**
 * Who somebody is to be here: as they say now, else as the provider does, else as they said before.
 * @throws Refusal person-incomplete, with the fields that are missing
 */
async function newcomer(
  context: AccountsContext,
  { who }: NamedAttempt,
  { user }: SocialLogin,
  claiming: Claiming,
): Promise<Newcomer> {
  const known = await knownPerson(context, claiming)
  const [email] = [user.email, who.email, known?.email]
    .map(one => (one === undefined || one === null ? null : oneEmail(one)))
    .filter(one => one !== null)
  const name = user.name ?? known?.name ?? who.name
  const missing: FieldFault[] = []
  if (email === undefined) missing.push({ path: 'user.email', message: 'missing' })
  if (!name) missing.push({ path: 'user.name', message: 'missing' })
  if (email === undefined || !name) {
    throw new Refusal('person-incomplete', 400, 'the provider did not say all that an account needs', missing)
  }
  const isTyped = who.email === null || oneEmail(who.email) !== email
  return { name, email, isTyped, isConfirmed: who.emailVerified && !isTyped }
}

/**
 * Whether the person knows the password of the account that has this e-mail: counted like a sign-in with it.
 * @throws Refusal wrong-credentials; RetryLater too-many-requests
 */
async function provePassword(
  context: AccountsContext,
  email: string,
  password: string,
  { address, browserCookie, language }: Claiming,
  captchaToken: string | undefined,
): Promise<AccountRow> {
  const place = { address, browserCookie, captchaToken }
  const account = await accountOfEmail(context, context.database.db, email)
  const who = { kind: 'account', name: email, user_id: account?.user_id } as const
  const tried = await trySignIn(context, who, place)
  const isRight = await verifyPassword(account?.password_hash ?? null, samePassword(password))
  if (!account || !isRight) throw wrongCredentials(language)
  await tried.succeeded()
  return account
}

/** The account that has the e-mail, whose password was shown; or a new one. */
async function accountFor(
  context: AccountsContext,
  transaction: Transaction<Tables>,
  found: AccountRow | undefined,
  { name, email, isConfirmed }: Newcomer,
  proven: AccountRow | null,
  said: SocialLogin,
  claiming: Claiming,
): Promise<string> {
  if (!found) {
    const { language } = claiming
    const account = { name, email, isConfirmed, password_hash: null, language, policy: said.policy }
    return await makeAccount(context, transaction, claiming, account)
  }
  // That the addresses are the same proves nothing: one may have passed to somebody else (or was never
  // theirs).
  if (found.user_id !== proven?.user_id || found.password_hash !== proven.password_hash) {
    throw new Refusal('account-to-link', 409, 'an account has this e-mail: its password links the two', [
      { path: 'user.password', message: 'missing' },
    ])
  }
  return found.user_id
}

/**
 * Begins a session of the account that the identity enters.
 * @throws RetryLater too-many-requests where many addresses were typed from this one; Refusal captcha-…
 */
export async function enterByProvider(
  context: AccountsContext,
  attempt: NamedAttempt,
  said: SocialLogin,
  claiming: Claiming,
): Promise<Claimed> {
  const known = await context.database.transaction(transaction =>
    accountOfIdentity(context, transaction, attempt),
  )
  // For whoever is known nothing more is needed, whatever was said.
  const person = known === null ? await newcomer(context, attempt, said, claiming) : null
  const { password } = said.user
  // The answer tells whether the address has an account, and anybody's can be typed: as in a sign-up.
  if (person?.isTyped && password === undefined) await askToSignUp(context, said.captchaToken, claiming)
  const proven =
    person && password !== undefined
      ? await provePassword(context, person.email, password, claiming, said.captchaToken)
      : null
  return await enterAccount(context, claiming, async transaction => {
    await useAttempt(context, transaction, attempt)
    const found = person ? await accountOfEmail(context, transaction, person.email) : undefined
    // After it: of two that come at once with one identity, whoever finds the other's account finds its link.
    const entered = await accountOfIdentity(context, transaction, attempt)
    // Unlinked in this very moment: it is new here again, and the next press says so.
    if (entered === null && person === null)
      throw new Refusal('attempt-invalid', 409, 'it was unlinked just now')
    const user_id =
      entered ?? (await accountFor(context, transaction, found, person as Newcomer, proven, said, claiming))
    if (entered === null) {
      await linkIdentity(context, transaction, attempt, user_id)
      // Of an account that was there before, and not of one that is made by this.
      if (found) await tellOfLink(context, transaction, user_id, attempt.provider)
    }
    await proveDocument(context, transaction, attempt, user_id)
    if (said.policy !== undefined) {
      await acceptPolicy(transaction, { user_id, version: said.policy, at: context.clock.now() })
    }
    return user_id
  })
}
