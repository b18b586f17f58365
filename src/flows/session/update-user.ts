import type { UserUpdate } from '#contract/rest/accounts.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Failure, failure, type Outcome } from '../outcome.ts'
import { keepUser } from './enter-session.ts'

/** §5's words: nobody's data can be updated. */
const USER_IS_GUEST: Failure = { ...failure('user-is-guest'), message: 'User is Guest' }

/** A document that was never given stands as a dash in some forms: it says nothing, and is not sent. */
function withoutDash<User extends { rut?: string | undefined; dni?: string | undefined }>(user: User): User {
  const { rut, dni, ...rest } = user
  return {
    ...rest,
    ...(rut !== undefined && rut.trim() !== '-' && { rut }),
    ...(dni !== undefined && dni.trim() !== '-' && { dni }),
  } as User
}

/**
 * Updates the profile of a registered user. What is left out stays as it is.
 * @see specification §7 "PATCH login /user", rule PROF-01
 */
export async function updateUser(context: FlowContext, user: UserUpdate['user']): Promise<Outcome> {
  const { api, connectivity, notices, serverData, session, ui } = context
  const here = session.user()
  if (!here) return USER_IS_GUEST
  if (!connectivity.hasNetwork()) return failure('offline')
  await session.whenKnown()
  const token = session.token()
  if (token === null) return failure('offline')
  try {
    const updated = await api.accounts.updateUser({
      uid: here.user_id,
      token,
      user: withoutDash(user),
      language: ui.language(),
    })
    session.signedIn(updated)
    await keepUser(context, updated)
  } catch (error) {
    return failureOf(error)
  }
  serverData.refetchAccount()
  notices.raise({ kind: 'success', subject: 'person', code: 'preferences-saved' })
  return DONE
}
