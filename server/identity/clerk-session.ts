import type * as v from 'valibot'
import type { DeskSession, deskLogin } from '#contract/rest/desk.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { IdentityContext } from './identity-context.ts'
import { verifyPassword } from './passwords.ts'
import { type SignInPlace, trySignIn } from './sign-in-tries.ts'
import { startSession } from './start-session.ts'
import { authorizationTokenOf, hashOfToken, hasTokenForm } from './tokens.ts'

type Needs = Pick<IdentityContext, 'captcha' | 'clock' | 'database' | 'officesById' | 'protection' | 'random'>

async function officesOfClerk(
  { database, officesById }: Pick<Needs, 'database' | 'officesById'>,
  clerkId: number,
): Promise<DeskSession['offices']> {
  const places = await database.db
    .selectFrom('desk_roles')
    .select(['office_id', 'role'])
    .where('clerk_id', '=', clerkId)
    .execute()
  const roles = new Map(places.map(({ office_id, role }) => [office_id, role]))
  const offices = await officesById([...roles.keys()])
  return offices.map(office => ({ ...office, role: roles.get(office.id) ?? 'clerk' }))
}

/**
 * @throws Refusal wrong-credentials, for an unknown clerk as for a wrong password, and after the same time;
 * RetryLater too-many-requests where too many were wrong before it
 */
export async function signInClerk(
  context: Needs,
  { user, password, captchaToken }: v.InferOutput<typeof deskLogin>,
  place: Omit<SignInPlace, 'captchaToken'>,
): Promise<{ session: DeskSession; cookieToken: string }> {
  const { database } = context
  const tried = await trySignIn(context, { kind: 'clerk', name: user }, { ...place, captchaToken })
  const clerk = await database.db
    .selectFrom('clerks')
    .select(['id', 'name', 'password_hash'])
    .where('user_name', '=', user)
    .where('active', '=', true)
    .executeTakeFirst()
  const isRight = await verifyPassword(clerk?.password_hash ?? null, password)
  if (!clerk || !isRight) throw new Refusal('wrong-credentials', 401, 'user or password is wrong')
  await tried.succeeded()

  const started = await startSession(context, database.db, { clerk_id: clerk.id })
  const session: DeskSession = {
    clerk_id: clerk.id,
    name: clerk.name,
    token: started.token,
    expires_at: started.expiresAt.toISOString(),
    offices: await officesOfClerk(context, clerk.id),
  }
  return { session, cookieToken: started.cookieToken }
}

/** Trades the desk's cookie for the session. Null where it is over, was revoked, or never was. */
export async function readClerkSession(
  context: IdentityContext,
  cookieToken: string,
): Promise<DeskSession | null> {
  if (!hasTokenForm(cookieToken)) return null
  const row = await context.database.db
    .selectFrom('sessions')
    .innerJoin('clerks', 'clerks.id', 'sessions.clerk_id')
    .select(['clerks.id', 'clerks.name', 'sessions.expires_at'])
    .where('cookie_hash', '=', hashOfToken(cookieToken))
    .where('expires_at', '>', context.clock.now())
    .where('revoked_at', 'is', null)
    .where('clerks.active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  return {
    clerk_id: row.id,
    name: row.name,
    token: authorizationTokenOf(cookieToken),
    expires_at: row.expires_at.toISOString(),
    offices: await officesOfClerk(context, row.id),
  }
}
