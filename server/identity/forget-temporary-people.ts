import { sql } from 'kysely'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import type { IdentityContext } from './identity-context.ts'

/** So many at a time: a long transaction would keep people from taking numbers. */
const BATCH = 500

/**
 * Forgets who stood behind a temporary user once the last turn (or, for who never took one, the login) is 30 days past
 * and no session of theirs is open: name, e-mail, phone, identity number and its hash, what they accepted and what they answered
 * in the forms. Tickets and reservations stay as figures.
 * @returns how many people were forgotten
 */
export async function forgetTemporaryPeople({
  database,
  clock,
}: Pick<IdentityContext, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - TEMPORARY_PERSON_KEPT_MS)
  let forgotten = 0
  for (;;) {
    const batch = await database.transaction(async transaction => {
      const users = await transaction
        .updateTable('users')
        .set({ person: null, identity_type: null, identity_hash: null, login_attempt: null })
        .where('id', 'in', overdue =>
          overdue
            .selectFrom('users')
            .select('id')
            .where('temporal', '=', true)
            .where('person', 'is not', null)
            .where(sql`coalesce(last_turn_at, created_at)`, '<', before)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('sessions')
                    .select('sessions.id')
                    .whereRef('sessions.user_id', '=', 'users.id')
                    .where('revoked_at', 'is', null)
                    .where('expires_at', '>', now),
                ),
              ),
            )
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('tickets')
                    .select('tickets.id')
                    .whereRef('tickets.user_id', '=', 'users.id')
                    .where('inserted_at', '>=', before),
                ),
              ),
            )
            // A time that is booked is a turn to come, however long ago it was asked for.
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('reservations')
                    .select('reservations.id')
                    .whereRef('reservations.user_id', '=', 'users.id')
                    .where('deleted_at', 'is', null)
                    .where('block_to', '>=', before),
                ),
              ),
            )
            .limit(BATCH),
        )
        .returning('id')
        .execute()
      if (users.length > 0) {
        const ids = users.map(user => user.id)
        await transaction.deleteFrom('policy_acceptances').where('user_id', 'in', ids).execute()
        for (const table of ['tickets', 'reservations'] as const) {
          await transaction
            .updateTable(table)
            .set({ identity_hash: null, meta: null })
            .where('user_id', 'in', ids)
            .execute()
        }
      }
      return users.length
    })
    forgotten += batch
    if (batch < BATCH) return forgotten
  }
}
