import type { Caller } from '#server/web/caller.ts'
import type { IdentityContext } from './identity-context.ts'
import { hashOfToken } from './tokens.ts'

/**
 * Whose log-out that is, by what the page and the browser hold; also where the session was over by the time
 * at which it could be told.
 */
export async function whoLeaves(
  { database }: Pick<IdentityContext, 'database'>,
  caller: Caller,
  cookieToken: string | undefined,
): Promise<string[]> {
  const leaving = caller.kind === 'user' ? [caller.user_id] : []
  if (cookieToken === undefined) return leaving
  const session = await database.db
    .selectFrom('sessions')
    .select('user_id')
    .where('cookie_hash', '=', hashOfToken(cookieToken))
    .executeTakeFirst()
  return session?.user_id ? [...leaving, session.user_id] : leaving
}
