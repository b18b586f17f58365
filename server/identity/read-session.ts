import type { Kysely, Selectable } from 'kysely'
import type { Session } from '#contract/rest/login.ts'
import type { Tables } from '#server/database/tables.ts'
import type { UsersTable } from '#server/database/tables/people.ts'
import { acceptedVersions } from '#server/policies/accept-policy.ts'
import type { IdentityContext } from './identity-context.ts'
import { authorizationTokenOf, hashOfToken, hasTokenForm } from './tokens.ts'

type Owner = Pick<Selectable<UsersTable>, 'id' | 'temporal' | 'person' | 'identity_type'>

/**
 * The session as the application knows it. Whoever was forgotten has no name any more, and is still a user.
 * @param db the transaction in which the user was written, where there is one
 */
export async function sessionOf(
  { protection }: Pick<IdentityContext, 'protection'>,
  db: Kysely<Tables>,
  { id, temporal, person, identity_type }: Owner,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<Session> {
  const known = person === null ? null : protection.openPerson(person, id)
  return {
    user_id: id,
    token,
    expires_at: expiresAt.toISOString(),
    name: known?.name ?? null,
    email: known?.email ?? null,
    phone: known?.phone ?? null,
    identity_type: known ? identity_type : null,
    meta: { temporal },
    accepted_policies: await acceptedVersions(db, id),
  }
}

/** Trades the cookie's token for the session. Null where it is over, was revoked, or never was. */
export async function readSession(context: IdentityContext, cookieToken: string): Promise<Session | null> {
  if (!hasTokenForm(cookieToken)) return null
  const row = await context.database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.temporal', 'users.person', 'users.identity_type', 'sessions.expires_at'])
    .where('cookie_hash', '=', hashOfToken(cookieToken))
    .where('expires_at', '>', context.clock.now())
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return await sessionOf(context, context.database.db, row, {
    token: authorizationTokenOf(cookieToken),
    expiresAt: row.expires_at,
  })
}
