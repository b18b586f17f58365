import type { Database } from '#server/database/database.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { setClerkPassword } from '#server/offices/set-clerk-password.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'

export interface DemoDeskAccount {
  user: string
  password: string
}

export const DEMO_USER = 'demo'

/**
 * The account with which whoever tries Numerito sits down at any demonstration office's desk. Its password is
 * made anew at each start and kept nowhere: no installation has one that is known in advance.
 * @returns null where there are no demonstration offices: whoever loaded their own has no use for the account
 */
export async function renewDemoDeskAccount(context: {
  database: Database
  clock: Clock
  random: Random
}): Promise<DemoDeskAccount | null> {
  const isDemonstration = await context.database.transaction(async transaction => {
    const offices = await transaction
      .selectFrom('offices')
      .select('id as office_id')
      .where('demo', '=', true)
      .where('active', '=', true)
      .execute()
    if (offices.length === 0) return false
    const { id } = await transaction
      .insertInto('clerks')
      .values({ user_name: DEMO_USER, name: 'Demostración' })
      .onConflict(conflict => conflict.column('user_name').doUpdateSet({ active: true }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction.deleteFrom('clerk_offices').where('clerk_id', '=', id).execute()
    const places = offices.map(({ office_id }) => ({ clerk_id: id, office_id, role: 'supervisor' as const }))
    await transaction.insertInto('clerk_offices').values(places).execute()
    return true
  })
  if (!isDemonstration) return null
  const password = await setClerkPassword({ ...context, hashPassword }, DEMO_USER)
  if (password === null) throw new Error('the demonstration’s account was not stored')
  return { user: DEMO_USER, password }
}
