import type { Transaction } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { InvitationAcceptance } from '#contract/rest/staff.ts'
import { samePassword } from '#contract/rules/password.ts'
import { checkPassword } from '#server/accounts/check-password.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { beginClerkSession, signInClerk } from '#server/identity/clerk-session.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import { hashPassword, verifyPassword } from '#server/identity/passwords.ts'
import { type SignInPlace, trySignIn } from '#server/identity/sign-in-tries.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { Refusal } from '#server/web/refusal.ts'
import { endClerkSessions } from './end-clerk-sessions.ts'
import { holdAdministrators } from './hold-administrators.ts'
import type { StaffContext } from './staff-context.ts'
import { standingInvitation, type StandingInvitation } from './standing-invitation.ts'

type Said = InvitationAcceptance
type Clerk = { id: number; name: string; user_name: string; password_hash: string | null }

const wrongCredentials = () => new Refusal('wrong-credentials', 401, 'user or password is wrong')
const fits = ({ kind }: Pick<StandingInvitation, 'kind'>, said: Said) =>
  (kind === 'password') === (said.as === 'password')

type Came = { session: DeskSession; cookieToken: string; user: string }
type From = Omit<SignInPlace, 'captchaToken'> & { language: Language }

/**
 * Uses a link, once: somebody new, or with the account that they have elsewhere, works at the office from
 * now on; or has a new password, and is signed out wherever they were. They are signed in then. Whoever says
 * again what the link was used with is signed in, and nothing else is done.
 * @throws Refusal as standingInvitation; user-taken; password-too-short, password-too-common;
 * wrong-credentials; captcha-invalid, captcha-expired, captcha-used; RetryLater too-many-requests
 * @see rules ADMIN-03, ADMIN-04
 */
export async function acceptInvitation(context: StaffContext, said: Said, from: From): Promise<Came> {
  try {
    return await useInvitation(context, said, from)
  } catch (error) {
    if (!isUsed(error)) throw error
    return await comeAgain(context, said, from, error)
  }
}

const isUsed = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'invitation-used'

/**
 * The link was used, perhaps by this very request, whose answer was lost or which the network brought twice.
 * It counts as a try at that password, like a sign-in.
 */
async function comeAgain(context: StaffContext, said: Said, place: From, used: Refusal): Promise<Came> {
  const clerk = await context.database.db
    .selectFrom('desk_invitations')
    .innerJoin('clerks', 'clerks.id', 'desk_invitations.used_by')
    .select(['kind', 'user_name'])
    .where('token_hash', '=', hashOfToken(said.token))
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst()
  if (!clerk || !fits(clerk, said)) throw used
  const captchaToken = said.as === 'known' ? said.captchaToken : undefined
  const typed = { user: clerk.user_name, password: said.password, captchaToken }
  if (said.as !== 'password' && said.user !== clerk.user_name) {
    // Neither time nor count tells that the name alone is another.
    await trySignIn(context, { kind: 'clerk', name: clerk.user_name }, { ...place, captchaToken })
    await verifyPassword(null, samePassword(said.password))
    throw used
  }
  try {
    return { ...(await signInClerk(context, typed, place)), user: clerk.user_name }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'wrong-credentials') throw used
    throw error
  }
}

async function useInvitation(context: StaffContext, said: Said, { language, ...place }: From): Promise<Came> {
  const { database } = context
  const invited = await standingInvitation(database.db, context, said.token, 'looks')
  if (!fits(invited, said)) throw new Refusal('invitation-invalid', 404, 'the link is for something else')
  const come =
    said.as === 'known' ? await proveKnown(context, said, place) : await comeNew(said, invited, language)

  const done = await database.transaction(async transaction => {
    // Whoever changes who works at an office holds it before any other row. The link is worth what its maker
    // may, and that may be taken from them at another office in this moment.
    if (invited.office_id !== null) {
      await holdOffice(transaction, invited.office_id)
      await holdAdministrators(transaction, invited.office_id)
    }
    const invitation = await standingInvitation(transaction, context, said.token, 'holds')
    const at = context.clock.now()
    const clerk = await come(transaction)
    await transaction
      .updateTable('desk_invitations')
      .set({ used_at: at, used_by: clerk.id })
      .where('id', '=', invitation.id)
      .execute()
    if (invitation.kind === 'join') await placeAt(transaction, invitation, clerk.id)
    const ended = invitation.kind === 'password' ? await endClerkSessions(transaction, clerk.id, at) : []
    if (invitation.office_id !== null) {
      const act = invitation.kind === 'password' ? ('password-changed' as const) : ('joined' as const)
      const { office_id, role } = invitation
      await noteAct(transaction, { office_id, clerk_id: clerk.id, at, act, detail: { role } })
    }
    return { clerk, ended }
  })
  tellEnded(context, done.ended)
  const begun = await beginClerkSession(context, done.clerk)
  return { ...begun, user: done.clerk.user_name }
}

function tellEnded({ onSessionEnd }: StaffContext, ended: readonly EndedSession[]): void {
  for (const session of ended) onSessionEnd?.(session)
}

/** Whoever comes, as they are kept from now on. */
type Come = (transaction: Transaction<Tables>) => Promise<Clerk>

const COLUMNS = ['id', 'name', 'user_name', 'password_hash'] as const

/** With the account that they have; one who was retired comes back with it. */
async function proveKnown(
  context: StaffContext,
  { user, password, captchaToken }: Extract<Said, { as: 'known' }>,
  place: Omit<SignInPlace, 'captchaToken'>,
): Promise<Come> {
  const tried = await trySignIn(context, { kind: 'clerk', name: user }, { ...place, captchaToken })
  const clerk = await context.database.db
    .selectFrom('clerks')
    .select(COLUMNS)
    .where('user_name', '=', user)
    .executeTakeFirst()
  const isRight = await verifyPassword(clerk?.password_hash ?? null, samePassword(password))
  if (!clerk || !isRight) throw wrongCredentials()
  await tried.succeeded()
  return async transaction => {
    await transaction.updateTable('clerks').set({ active: true }).where('id', '=', clerk.id).execute()
    return clerk
  }
}

/** With a password that they choose. */
async function comeNew(
  said: Exclude<Said, { as: 'known' }>,
  { clerk_id, ...invited }: StandingInvitation,
  language: Language,
): Promise<Come> {
  const owner =
    said.as === 'new'
      ? { email: said.user, name: said.name }
      : { email: invited.user ?? '', name: invited.name ?? '' }
  checkPassword(said.password, owner, language)
  const password_hash = await hashPassword(samePassword(said.password))
  if (said.as === 'new') {
    const { name, user: user_name } = said
    return transaction => addClerk(transaction, { user_name, name, password_hash })
  }
  return transaction =>
    transaction
      .updateTable('clerks')
      .set({ password_hash })
      .where('id', '=', clerk_id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
}

async function addClerk(transaction: Transaction<Tables>, clerk: Omit<Clerk, 'id'>): Promise<Clerk> {
  try {
    return await transaction.insertInto('clerks').values(clerk).returning(COLUMNS).executeTakeFirstOrThrow()
  } catch (error) {
    if (!isUniqueViolation(error, 'clerks_user_name_key')) throw error
    throw new Refusal('user-taken', 409, 'somebody is called so already', [
      { path: 'user', message: 'taken' },
    ])
  }
}

/** At the office, with the role of the link; whoever had more there keeps it. */
async function placeAt(
  transaction: Transaction<Tables>,
  { office_id, organization_id, role }: StandingInvitation,
  clerk_id: number,
): Promise<void> {
  if (office_id === null || organization_id === null) throw new Error('an invitation to no office')
  await transaction
    .insertInto('clerk_offices')
    .values({ clerk_id, office_id, role: role === 'supervisor' ? role : 'clerk' })
    .onConflict(conflict =>
      role === 'supervisor'
        ? conflict.columns(['clerk_id', 'office_id']).doUpdateSet({ role })
        : conflict.doNothing(),
    )
    .execute()
  if (role !== 'administrator') return
  await transaction
    .insertInto('administrators')
    .values({ clerk_id, organization_id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
