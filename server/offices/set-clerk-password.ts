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
 * Gives a clerk a new password, and ends the sessions that the old one opened and the links for another:
 * whoever holds one would choose the next.
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
      .selectFrom('clerks')
      .select('id')
      .where('user_name', '=', userName)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!clerk) return null
    const revoked_at = clock.now()
    // Before the clerk's row, as whoever uses a link in that moment: the other way round both would wait for
    // each other.
    await transaction
      .updateTable('desk_invitations')
      .set({ revoked_at })
      .where('clerk_id', '=', clerk.id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    await transaction.updateTable('clerks').set({ password_hash }).where('id', '=', clerk.id).execute()
    await transaction
      .updateTable('sessions')
      .set({ revoked_at })
      .where('clerk_id', '=', clerk.id)
      .where('revoked_at', 'is', null)
      .execute()
    return password
  })
}
