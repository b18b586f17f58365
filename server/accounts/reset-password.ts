import type * as v from 'valibot'
import type { passwordForgotten, passwordReset } from '#contract/rest/accounts.ts'
import type { Language } from '#contract/primitives.ts'
import { samePassword } from '#contract/rules/password.ts'
import type { GivenSession } from '#server/identity/give-session.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { useCaptcha } from '#server/identity/use-captcha.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { Refusal } from '#server/web/refusal.ts'
import { spelled } from './account-of-email.ts'
import type { AccountsContext } from './accounts-context.ts'
import { checkPassword } from './check-password.ts'
import { endOtherSessions } from './end-sessions.ts'
import { enterAccount } from './enter-account.ts'
import { forgottenJob } from './account-jobs.ts'
import { type Arrival, signInByPassword } from './sign-in.ts'
import { linkInvalid } from './worded.ts'

const notOffered = () => new Refusal('not-found', 404, 'no e-mail can be sent from here')

/**
 * Asks for a link by which a new password is chosen. Whoever it is, the same is done and answered: who has
 * the address is looked for later, by the job.
 * @throws Refusal captcha-…; not-found where there is no way to send e-mail
 */
export async function forgetPassword(
  { captcha, clock, database, mailer, protection }: AccountsContext,
  { user, captchaToken }: v.InferOutput<typeof passwordForgotten>,
  language: Language,
): Promise<void> {
  if (!mailer) throw notOffered()
  const solved = await captcha.verify(captchaToken)
  await database.transaction(async transaction => {
    await useCaptcha(transaction, solved)
    const hash = protection.emailHash(spelled(user))
    // Whoever asks again stands there waiting: an e-mail that was not taken is tried now, and not in hours.
    await enqueueJobs(transaction, [forgottenJob(hash, language, agreedNow(clock))], 'replace')
  })
}

/**
 * The link was used, perhaps by this very request, whose answer was lost: with the password that the account
 * has it lets in, and changes nothing. It counts as a try at that password, like a sign-in.
 * @param sentTo the keyed hash of the address to which the link went
 * @throws Refusal link-invalid; RetryLater too-many-requests
 */
async function enterAgain(
  context: AccountsContext,
  { sentTo, ...account }: { user: string; password: string; sentTo: Uint8Array },
  arrival: Arrival,
): Promise<GivenSession> {
  // Of an address that the account has no more it is nobody's.
  const hash = context.protection.emailHash(spelled(account.user))
  if (!Buffer.from(hash).equals(sentTo)) throw linkInvalid(arrival.language)
  try {
    return await signInByPassword(context, account, arrival)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'wrong-credentials') throw linkInvalid(arrival.language)
    throw error
  }
}

/**
 * A new password, by the link that only the mailbox's owner has: hence the address is confirmed as well.
 * Every other session ends. Of an account whose address nobody had confirmed so do the providers and the
 * number for WhatsApp: whoever made it need not be the owner. Asked again for the same, it is so already.
 * @throws Refusal link-invalid, password-too-short, password-too-common, holds-the-same; RetryLater
 * too-many-requests
 */
export async function resetPassword(
  context: AccountsContext,
  { token, password }: v.InferOutput<typeof passwordReset>,
  arrival: Arrival,
): Promise<GivenSession> {
  const { clock, database, protection } = context
  const { language } = arrival
  const token_hash = hashOfToken(token)
  const link = await database.db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['account_links.user_id', 'email_hash', 'used_at', 'users.person'])
    .where('token_hash', '=', token_hash)
    .where('kind', '=', 'reset-password')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!link?.person) throw linkInvalid(language)
  const { email, name } = protection.openPerson(link.person, link.user_id)
  checkPassword(password, { email, name }, language)
  if (link.used_at !== null)
    return await enterAgain(context, { user: email, password, sentTo: link.email_hash }, arrival)
  const password_hash = await hashPassword(samePassword(password))

  let ended: EndedSession[] = []
  const given = await enterAccount(context, arrival, async transaction => {
    const at = clock.now()
    const used = await transaction
      .updateTable('account_links')
      .set({ used_at: at })
      .where('token_hash', '=', token_hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returning(['user_id', 'email_hash'])
      .executeTakeFirst()
    if (!used) throw linkInvalid(language)
    const { user_id } = used
    const account = await transaction
      .selectFrom('accounts')
      .select('email_confirmed_at')
      .where('user_id', '=', user_id)
      .where('email_hash', '=', used.email_hash)
      .forUpdate()
      .executeTakeFirst()
    // Sent to an address that the account has no more.
    if (!account) throw linkInvalid(language)
    await transaction
      .updateTable('accounts')
      .set({ password_hash, email_confirmed_at: account.email_confirmed_at ?? at })
      .where('user_id', '=', user_id)
      .execute()
    // Until now it may have been anybody's who typed the address: their ways in, and what calls them, go.
    if (account.email_confirmed_at === null)
      for (const table of ['provider_identities', 'whatsapp_numbers'] as const)
        await transaction.deleteFrom(table).where('user_id', '=', user_id).execute()
    await transaction
      .deleteFrom('account_links')
      .where('user_id', '=', user_id)
      .where('kind', '=', 'reset-password')
      .where('token_hash', '!=', token_hash)
      .execute()
    ended = await endOtherSessions(context, transaction, user_id, null)
    return user_id
  })
  for (const session of ended) context.onSessionEnd?.(session)
  return given
}
