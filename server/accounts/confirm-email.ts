import type { Language } from '#contract/primitives.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { AccountsContext } from './accounts-context.ts'
import { mailJob } from './account-jobs.ts'
import { linkInvalid } from './worded.ts'

/**
 * The address is its owner's: they have the link. Opened a second time, it simply is so already.
 * @throws Refusal link-invalid, also where the account has another address by now
 */
export async function confirmEmail(
  { clock, database }: AccountsContext,
  token: string,
  language: Language,
): Promise<void> {
  const at = clock.now()
  await database.transaction(async transaction => {
    const link = await transaction
      .updateTable('account_links')
      .set(row => ({ used_at: row.fn.coalesce('used_at', row.val(at)) }))
      .where('token_hash', '=', hashOfToken(token))
      .where('kind', '=', 'confirm-email')
      .where('expires_at', '>', at)
      .returning(['user_id', 'email_hash'])
      .executeTakeFirst()
    if (!link) throw linkInvalid(language)
    const confirmed = await transaction
      .updateTable('accounts')
      .set(row => ({ email_confirmed_at: row.fn.coalesce('email_confirmed_at', row.val(at)) }))
      .where('user_id', '=', link.user_id)
      .where('email_hash', '=', link.email_hash)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) throw linkInvalid(language)
  })
}

/** Sends the link once more. @throws Refusal not-found where there is no way to send e-mail */
export async function askToConfirm(
  { clock, database: { db }, mailer }: AccountsContext,
  user_id: string,
  language: Language,
): Promise<void> {
  if (!mailer) throw new Refusal('not-found', 404, 'no e-mail can be sent from here')
  await enqueueJobs(db, [mailJob('confirm-email', { user_id, language }, agreedNow(clock))], 'replace')
}
