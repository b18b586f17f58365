import { sql } from 'kysely'
import type { IdentityContext } from './identity-context.ts'

/**
 * Which of these sessions are open: not over, not ended, and not of a clerk who no longer works here. For
 * what is asked long after the token was shown, by a socket that may be open still when its session is not.
 */
export async function openSessions(
  { database: { db }, clock }: Pick<IdentityContext, 'database' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, true>> {
  if (ids.length === 0) return new Map()
  const open = await db
    .selectFrom('sessions')
    .leftJoin('clerks', 'clerks.id', 'sessions.clerk_id')
    .select('sessions.id')
    // One text for any number of them: its plan is made once.
    .where(row => row('sessions.id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .where('expires_at', '>', clock.now())
    .where('revoked_at', 'is', null)
    .where(row => row.or([row('clerk_id', 'is', null), row('clerks.active', '=', true)]))
    .execute()
  return new Map(open.map(({ id }) => [id, true]))
}
