import type { UserUpdate } from '#contract/rest/accounts.ts'
import type { FlowContext } from '../flow-context.ts'
import { changePerson, type PersonChanged } from './change-person.ts'

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
export async function updateUser(context: FlowContext, user: UserUpdate['user']): Promise<PersonChanged> {
  const { api, serverData, ui } = context
  const outcome = await changePerson(context, ({ user_id: uid }, token) =>
    api.accounts.updateUser({ uid, token, user: withoutDash(user), language: ui.language() }),
  )
  if (outcome.status === 'done') serverData.refetchAccount()
  return outcome
}
