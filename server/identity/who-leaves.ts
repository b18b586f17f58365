import type { IdentityContext } from './identity-context.ts'
import { hashOfToken } from './tokens.ts'

/** Whose session that is or was, a customer's or a clerk's, by what is stored of one of its secrets. */
export async function ownerBy(
  { database }: Pick<IdentityContext, 'database'>,
  held: 'token_hash' | 'cookie_hash',
  hash: Uint8Array | null,
): Promise<string | null> {
  if (hash === null) return null
  const session = await database.db
    .selectFrom('sessions')
    .select(['user_id', 'clerk_id'])
    .where(held, '=', hash)
    .executeTakeFirst()
  return session?.user_id ?? session?.clerk_id?.toString() ?? null
}

const hashOf = (secret: string | null | undefined) =>
  secret === null || secret === undefined ? null : hashOfToken(secret)

/**
 * Whose log-out that is, a customer's or a clerk's, by what the page and the browser hold; also where the
 * session was over by the time at which it could be told.
 * @returns `isCookieTheirs`: the cookie is not that of somebody else, who came in by another page since
 */
export async function whoLeaves(
  context: Pick<IdentityContext, 'database'>,
  token: string | null,
  cookieToken: string | undefined,
): Promise<{ leaving: string[]; isCookieTheirs: boolean }> {
  const speaker = await ownerBy(context, 'token_hash', hashOf(token))
  const holder = await ownerBy(context, 'cookie_hash', hashOf(cookieToken))
  const isCookieTheirs = speaker === null || holder === null || holder === speaker
  return { leaving: [speaker, isCookieTheirs ? holder : null].filter(id => id !== null), isCookieTheirs }
}
