import { sessionOf } from '#server/identity/read-session.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { AccountsContext } from '../accounts-context.ts'
import type { Claimed } from './claim-attempt.ts'
import { type NamedAttempt, useAttempt } from './open-attempt.ts'
import { proveDocument } from './prove-document.ts'
import { accountOfIdentity, linkIdentity } from './provider-identity.ts'
import { tellOfLink } from './tell-of-link.ts'

/**
 * One more way into an account, which its address is told of. Its session goes on as it is.
 * @throws Refusal provider-linked where the identity enters another account
 */
export async function linkProvider(
  context: AccountsContext,
  attempt: NamedAttempt,
  { user_id, expires_at }: UserCaller,
  token: string,
): Promise<Claimed> {
  return await context.database.transaction(async transaction => {
    await useAttempt(context, transaction, attempt)
    const known = await accountOfIdentity(context, transaction, attempt)
    if (known !== null && known !== user_id) {
      throw new Refusal('provider-linked', 409, 'this identity enters another account')
    }
    if (known === null) {
      await linkIdentity(context, transaction, attempt, user_id)
      await tellOfLink(context, transaction, user_id, attempt.provider)
    }
    await proveDocument(context, transaction, attempt, user_id)
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'temporal', 'person', 'identity_type'])
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    const session = await sessionOf(context, transaction, user, { token, expiresAt: expires_at })
    return { session, cookieToken: null }
  })
}
