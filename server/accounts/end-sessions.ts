import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import { endSession } from '#server/identity/end-session.ts'
import { notFound } from '#server/web/refusal.ts'
import type { AccountsContext } from './accounts-context.ts'

/**
 * Ends one session of a person's own, on whatever device: its sockets fall silent with the commit (SEC-04).
 * @throws Refusal not-found, for another's as for none; one that is over already simply is so
 */
export async function endOwnSession(
  context: AccountsContext,
  own: { user_id: string; session_id: string },
): Promise<void> {
  const found = await context.database.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', own.session_id)
    .where('user_id', '=', own.user_id)
    .executeTakeFirst()
  if (!found) throw notFound('the session')
  await endSession(context, { session_id: own.session_id })
}

/** Ends all of a person's sessions but one. @returns which, to be told after the commit */
export async function endOtherSessions(
  { clock }: Pick<AccountsContext, 'clock'>,
  transaction: Kysely<Tables>,
  userId: string,
  but: string | null,
): Promise<EndedSession[]> {
  // Whoever is just coming in by a code of one of these holds the person: theirs is seen, and ends too.
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  return await transaction
    .updateTable('sessions')
    .set({ revoked_at: clock.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(but !== null, others => others.where('id', '!=', but ?? ''))
    .returning(['id', 'user_id', 'clerk_id'])
    .execute()
}
