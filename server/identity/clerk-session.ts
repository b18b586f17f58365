import { sql } from 'kysely'
import type * as v from 'valibot'
import type { DeskSession, deskLogin } from '#contract/rest/desk.ts'
import { samePassword } from '#contract/rules/password.ts'
import { noteActs } from '#server/facts/note-act.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { IdentityContext } from './identity-context.ts'
import { verifyPassword } from './passwords.ts'
import { type SignInPlace, trySignIn } from './sign-in-tries.ts'
import { startSession } from './start-session.ts'
import { authorizationTokenOf, hashOfToken, hasTokenForm } from './tokens.ts'

type Needs = Pick<IdentityContext, 'captcha' | 'clock' | 'database' | 'officesById' | 'protection' | 'random'>

const wrongClerk = () => new Refusal('wrong-credentials', 401, 'user or password is wrong')

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
 * @throws Refusal wrong-credentials, for an unknown clerk as for a wrong password, and after the same
 * time; RetryLater too-many-requests where too many were wrong before it
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
  const isRight = await verifyPassword(clerk?.password_hash ?? null, samePassword(password))
  if (!clerk || !isRight) throw wrongClerk()
  await tried.succeeded()

  return await beginClerkSession(context, clerk)
}

/** The first administrator, where no office was named yet. */
async function foundsFirstOffice({ database }: Pick<Needs, 'database'>, clerkId: number): Promise<boolean> {
  const { rows } = await sql<{ founds: boolean }>`
    select exists (select from desk_invitations i where i.kind = 'first' and i.used_by = ${clerkId}::integer)
      and not exists (select from offices where not demo) as founds`.execute(database.db)
  return rows[0]?.founds ?? false
}

type Clerk = { id: number; name: string }

async function sessionOf(
  context: Pick<Needs, 'database' | 'officesById'>,
  { id, name }: Clerk,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<DeskSession> {
  const offices = await officesOfClerk(context, id)
  return {
    clerk_id: id,
    name,
    token,
    expires_at: expiresAt.toISOString(),
    offices,
    founds: offices.length === 0 && (await foundsFirstOffice(context, id)),
  }
}

/**
 * The clerk is who they say: a session begins, and those who answer for their offices can read of it.
 * @param clerk with the password that was shown: one that changed meanwhile, or who was retired, comes in
 * no more
 * @throws Refusal wrong-credentials
 */
export async function beginClerkSession(
  context: Omit<Needs, 'captcha' | 'protection'>,
  clerk: Clerk & { password_hash: string | null },
): Promise<{ session: DeskSession; cookieToken: string }> {
  const { clock, database } = context
  const clerk_id = clerk.id
  const started = await database.transaction(async transaction => {
    const stands = await transaction
      .selectFrom('clerks')
      .select('id')
      .where('id', '=', clerk_id)
      .where('active', '=', true)
      .where('password_hash', '=', clerk.password_hash)
      .forShare()
      .executeTakeFirst()
    if (!stands) throw wrongClerk()
    const places = await transaction
      .selectFrom('clerk_offices')
      .select('office_id')
      .where('clerk_id', '=', clerk_id)
      .execute()
    const at = clock.now()
    await noteActs(
      transaction,
      places.map(({ office_id }) => ({ office_id, clerk_id, at, act: 'signed-in' })),
    )
    return await startSession(context, transaction, { clerk_id })
  })
  return { session: await sessionOf(context, clerk, started), cookieToken: started.cookieToken }
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
  const token = authorizationTokenOf(cookieToken)
  return await sessionOf(context, row, { token, expiresAt: row.expires_at })
}
