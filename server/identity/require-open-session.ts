import type { Caller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { IdentityContext } from './identity-context.ts'

/**
 * For what is asked long after the token was shown: a socket may be open still when its session is over.
 * @throws Refusal unauthorized, for a guest as well
 */
export async function requireOpenSession(
  { database: { db }, clock }: Pick<IdentityContext, 'database' | 'clock'>,
  caller: Caller,
): Promise<void> {
  const session =
    caller.kind !== 'guest' &&
    (await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', caller.session_id)
      .where('expires_at', '>', clock.now())
      .where('revoked_at', 'is', null)
      .executeTakeFirst())
  if (!session) throw new Refusal('unauthorized', 401, 'the session is over')
}
