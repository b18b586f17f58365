import type { IdentityContext } from './identity-context.ts'
import { hashOfToken } from './tokens.ts'

/**
 * Whose log-out that is, a customer's or a clerk's, by what the page and the browser hold; also where the
 * session was over by the time at which it could be told.
 * @returns `isCookieTheirs`: the cookie is not that of somebody else, who came in by another page since
 */
export async function whoLeaves(
  { database }: Pick<IdentityContext, 'database'>,
  token: string | null,
  cookieToken: string | undefined,
): Promise<{ leaving: string[]; isCookieTheirs: boolean }> {
  const ownerBy = async (held: 'token_hash' | 'cookie_hash', secret: string | null | undefined) => {
    if (secret === null || secret === undefined) return null
    const session = await database.db
      .selectFrom('sessions')
      .select(['user_id', 'clerk_id'])
      .where(held, '=', hashOfToken(secret))
      .executeTakeFirst()
    return session?.user_id ?? session?.clerk_id?.toString() ?? null
  }
  const speaker = await ownerBy('token_hash', token)
  const holder = await ownerBy('cookie_hash', cookieToken)
  const isCookieTheirs = speaker === null || holder === null || holder === speaker
  return { leaving: [speaker, isCookieTheirs ? holder : null].filter(id => id !== null), isCookieTheirs }
}
