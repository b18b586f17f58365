import type { ProviderId } from '#contract/rest/accounts.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import type { AccountsContext } from '../accounts-context.ts'

/**
 * From now on one comes in by it no more. A document that it vouched for stays proven: it was.
 * @throws Refusal not-found; last-way-in where nothing else would let them in
 */
export async function unlinkProvider(
  { database }: Pick<AccountsContext, 'database'>,
  userId: string,
  provider: ProviderId,
): Promise<void> {
  await database.transaction(async transaction => {
    // Of two that are taken away at once the second one finds what the first has left.
    const { password_hash } = await transaction
      .selectFrom('accounts')
      .select('password_hash')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const linked = await transaction
      .selectFrom('provider_identities')
      .select('provider')
      .where('user_id', '=', userId)
      .execute()
    if (!linked.some(one => one.provider === provider)) throw notFound('this link')
    if (password_hash === null && linked.length === 1) {
      throw new Refusal('last-way-in', 409, 'nothing else would let this person in')
    }
    await transaction
      .deleteFrom('provider_identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute()
  })
}
