import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'

/** 32 signs that cannot be taken for one another, read aloud or from a terminal. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** 80 bits, as four groups of four. */
function freshPassword(random: Random): string {
  const signs = Array.from(random.bytes(GROUPS * GROUP_LENGTH), byte => SIGNS[byte % SIGNS.length])
  return Array.from({ length: GROUPS }, (_, group) =>
    signs.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

export interface PasswordContext {
  database: Pick<Database, 'transaction'>
  clock: Clock
  random: Random
  hashPassword(password: string): Promise<string>
}

/**
 * Gives a clerk a new password and ends the sessions that the old one opened.
 * @returns the password, which is kept nowhere; null where there is no such clerk
 */
export async function setClerkPassword(
  { database, clock, random, hashPassword }: PasswordContext,
  userName: string,
): Promise<string | null> {
  const password = freshPassword(random)
  const password_hash = await hashPassword(password)
  return await database.transaction(async transaction => {
    const clerk = await transaction
      .updateTable('clerks')
      .set({ password_hash })
      .where('user_name', '=', userName)
      .where('active', '=', true)
      .returning('id')
      .executeTakeFirst()
    if (!clerk) return null
    await transaction
      .updateTable('sessions')
      .set({ revoked_at: clock.now() })
      .where('clerk_id', '=', clerk.id)
      .where('revoked_at', 'is', null)
      .execute()
    return password
  })
}
