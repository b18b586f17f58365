import type { IdentityContext } from './identity-context.ts'
import { hashOfToken } from './tokens.ts'

/**
 * Which session: by what the browser holds, by what the caller's token said, or by that token's hash, which
 * opens nothing.
 */
export type SessionHandle = { cookieToken: string } | { session_id: string } | { tokenHash: Uint8Array }

/**
 * Ends a session, whoever's it is: neither of its tokens opens anything from now on, and a customer's attempt
 * to log in cannot be repeated. A session that is over already is left as it is.
 * @param subscriptionId this device's push subscription, where the device knows it: it ends with the session
 * (PUSH-07)
 */
export async function endSession(
  { database, clock, onSessionEnd }: IdentityContext,
  handle: SessionHandle,
  subscriptionId?: string,
): Promise<void> {
  const ended = await database.transaction(async transaction => {
    const sessions = transaction
      .updateTable('sessions')
      .set({ revoked_at: clock.now() })
      .where('revoked_at', 'is', null)
      .returning(['id', 'user_id', 'clerk_id'])
    const session = await ('cookieToken' in handle
      ? sessions.where('cookie_hash', '=', hashOfToken(handle.cookieToken))
      : 'tokenHash' in handle
        ? sessions.where('token_hash', '=', handle.tokenHash)
        : sessions.where('id', '=', handle.session_id)
    ).executeTakeFirst()
    if (!session?.user_id) return session
    await transaction
      .updateTable('users')
      .set({ login_attempt: null })
      .where('id', '=', session.user_id)
      .execute()
    if (subscriptionId !== undefined) {
      await transaction
        .deleteFrom('push_subscriptions')
        .where('id', '=', subscriptionId)
        .where('user_id', '=', session.user_id)
        .execute()
    }
    return session
  })
  if (ended) onSessionEnd?.(ended)
}
