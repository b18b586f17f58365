import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'

/** Ends a clerk's sessions, but for one. @returns which, to be told after the commit */
export const endClerkSessions = (
  transaction: Kysely<Tables>,
  clerkId: number,
  at: Date,
  but: string | null = null,
): Promise<EndedSession[]> =>
  transaction
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('clerk_id', '=', clerkId)
    .where('revoked_at', 'is', null)
    .$if(but !== null, others => others.where('id', '!=', but ?? ''))
    .returning(['id', 'user_id', 'clerk_id'])
    .execute()
