import type { Transaction } from 'kysely'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AccountsContext } from '../accounts-context.ts'
import type { NamedAttempt } from './open-attempt.ts'

type Needs = Pick<AccountsContext, 'clock' | 'protection'>

/** By provider and subject together, never by e-mail: that can pass to somebody else. */
const identityOf = ({ protection }: Needs, { provider, who }: NamedAttempt) => ({
  provider,
  subject_hash: protection.subjectHash(provider, who.subject),
})

/** The account that this identity enters; null for one that is new here. */
export async function accountOfIdentity(
  context: Needs,
  transaction: Transaction<Tables>,
  attempt: NamedAttempt,
): Promise<string | null> {
  const { provider, subject_hash } = identityOf(context, attempt)
  const known = await transaction
    .selectFrom('provider_identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject_hash', '=', subject_hash)
    .forShare()
    .executeTakeFirst()
  return known?.user_id ?? null
}

/** @throws the violation of provider_identities_one_per_user, or of its primary key */
export async function linkIdentity(
  context: Needs,
  transaction: Transaction<Tables>,
  attempt: NamedAttempt,
  user_id: string,
): Promise<void> {
  await transaction
    .insertInto('provider_identities')
    .values({ ...identityOf(context, attempt), user_id, created_at: context.clock.now() })
    .execute()
}

/** By which providers an account may be entered, the oldest first. */
export async function providersOfUser({ db }: Pick<Database, 'db'>, userId: string): Promise<ProviderId[]> {
  const linked = await db
    .selectFrom('provider_identities')
    .select('provider')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return linked.map(({ provider }) => provider)
}
