import type { Language } from '#contract/primitives.ts'
import { samePassword } from '#contract/rules/password.ts'
import { checkPassword } from '#server/accounts/check-password.ts'
import { hashPassword, verifyPassword } from '#server/identity/passwords.ts'
import { type SignInPlace, trySignIn } from '#server/identity/sign-in-tries.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteActs } from '#server/facts/note-act.ts'
import { demandNewPress, notePress } from '#server/facts/note-press.ts'
import type { ClerkCaller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import { endClerkSessions } from './end-clerk-sessions.ts'
import type { StaffContext } from './staff-context.ts'

/**
 * A clerk's own. Every other session of theirs ends, and a link for a new password is worth nothing any
 * more.
 * @throws Refusal wrong-credentials; password-too-short, password-too-common; RetryLater too-many-requests
 * @see rule ADMIN-03
 */
export async function changePassword(
  context: StaffContext,
  { clerk_id, session_id, press }: ClerkCaller & Pick<AtDesk, 'press'>,
  said: { current: string; password: string },
  { language, ...place }: Omit<SignInPlace, 'captchaToken'> & { language: Language },
): Promise<void> {
  const { clock, database } = context
  const clerk = await database.db
    .selectFrom('clerks')
    .select(['name', 'user_name', 'password_hash'])
    .where('id', '=', clerk_id)
    .executeTakeFirstOrThrow()
  checkPassword(said.password, { email: clerk.user_name, name: clerk.name }, language)
  // The network brought it twice: its current password is none any more.
  await demandNewPress(database.db, { clerk_id, press })
  const wrong = () => new Refusal('wrong-credentials', 401, 'the password is wrong')
  // Whoever found the desk open must not try one after the other.
  const who = { kind: 'clerk', name: clerk.user_name, isIn: true } as const
  const tried = await trySignIn(context, who, { ...place, captchaToken: undefined })
  if (!(await verifyPassword(clerk.password_hash, samePassword(said.current)))) throw wrong()
  await tried.succeeded()
  const password_hash = await hashPassword(samePassword(said.password))
  const ended = await database.transaction(async transaction => {
    const at = clock.now()
    await notePress(transaction, { clerk_id, press }, at)
    const changed = await transaction
      .updateTable('clerks')
      .set({ password_hash })
      .where('id', '=', clerk_id)
      .where('active', '=', true)
      .where('password_hash', '=', clerk.password_hash)
      .returning('id')
      .executeTakeFirst()
    // Of two that are made at once the second has the wrong current one.
    if (!changed) throw wrong()
    await transaction
      .updateTable('desk_invitations')
      .set({ revoked_at: at })
      .where('clerk_id', '=', clerk_id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    const places = await transaction
      .selectFrom('clerk_offices')
      .select('office_id')
      .where('clerk_id', '=', clerk_id)
      .execute()
    await noteActs(
      transaction,
      places.map(({ office_id }) => ({ office_id, clerk_id, at, act: 'password-changed' })),
    )
    return await endClerkSessions(transaction, clerk_id, at, session_id)
  })
  for (const session of ended) context.onSessionEnd?.(session)
}
