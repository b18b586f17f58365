import type { Transaction } from 'kysely'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { Tables } from '#server/database/tables.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { mailJob } from '../account-jobs.ts'
import type { AccountsContext } from '../accounts-context.ts'

/**
 * Has the account's address told of one more way in, in the account's language: whoever has somebody's open
 * session would otherwise come back by it for ever, and nobody would know. In the transaction that links it.
 */
export async function tellOfLink(
  { clock, mailer }: Pick<AccountsContext, 'clock' | 'mailer'>,
  transaction: Transaction<Tables>,
  user_id: string,
  provider: ProviderId,
): Promise<void> {
  if (!mailer) return
  const { language } = await transaction
    .selectFrom('users')
    .select('language')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  await enqueueJobs(transaction, [
    mailJob('provider-linked', { user_id, language, provider }, agreedNow(clock)),
  ])
}
