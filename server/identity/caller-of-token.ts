import type { Caller } from '#server/web/caller.ts'
import type { IdentityContext } from './identity-context.ts'
import { hashOfToken, hasTokenForm } from './tokens.ts'

/** Whose token it is: a guest where it is nobody's, is over, was revoked, or its clerk no longer works here. */
export async function callerOfToken(
  { database: { db }, clock }: Pick<IdentityContext, 'database' | 'clock'>,
  token: string,
): Promise<Caller> {
  if (!hasTokenForm(token)) return { kind: 'guest' }
  const session = await db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('clerks', 'clerks.id', 'sessions.clerk_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.clerk_id', 'users.temporal', 'clerks.active'])
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', clock.now())
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!session) return { kind: 'guest' }
  const { id: session_id, user_id, clerk_id, temporal, active } = session
  if (user_id !== null && temporal !== null) return { kind: 'user', user_id, temporal, session_id }
  if (clerk_id !== null && active) return { kind: 'clerk', clerk_id, session_id }
  return { kind: 'guest' }
}
