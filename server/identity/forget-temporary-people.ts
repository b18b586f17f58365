import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { IdentityContext } from './identity-context.ts'

/** So many at a time: a long transaction would keep people from taking numbers. */
const BATCH = 500

/** SQL: the user has no such row. */
const hasNone = (
  { not, exists, selectFrom }: ExpressionBuilder<Tables, 'users'>,
  table: 'sessions' | 'tickets' | 'reservations',
  such: RawBuilder<boolean>,
) => not(exists(selectFrom(table).select('id').whereRef(`${table}.user_id`, '=', 'users.id').where(such)))

/**
 * Forgets who stood behind a temporary user once the last turn (or, for who never took one, the login) is 30
 * days past (or fewer, where the operator says so) and no session of theirs is open: name, e-mail, phone,
 * identity number and its hash, what they accepted, what they answered in the forms and what they wrote
 * beside a rating. Tickets, reservations and ratings stay as figures.
 * @returns how many people were forgotten
 */
export async function forgetTemporaryPeople(
  { database, clock }: Pick<IdentityContext, 'database' | 'clock'>,
  keptMs: number = TEMPORARY_PERSON_KEPT_MS,
): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - keptMs)
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
            .where(row =>
              row.and([
                hasNone(row, 'sessions', sql`revoked_at is null and expires_at > ${now}::timestamptz`),
                hasNone(row, 'tickets', sql`inserted_at >= ${before}::timestamptz`),
                // A time that is booked is a turn to come, however long ago it was asked for.
                hasNone(row, 'reservations', sql`deleted_at is null and block_to >= ${before}::timestamptz`),
              ]),
            )
            .limit(BATCH),
        )
        .returning('id')
        .execute()
      if (users.length > 0) {
        const ids = users.map(user => user.id)
        await transaction.deleteFrom('policy_acceptances').where('user_id', 'in', ids).execute()
        await transaction.deleteFrom('whatsapp_numbers').where('user_id', 'in', ids).execute()
        for (const table of ['tickets', 'reservations'] as const) {
          await transaction
            .updateTable(table)
            .set({ identity_hash: null, meta: null })
            .where('user_id', 'in', ids)
            .execute()
        }
        await transaction
          .updateTable('polls')
          .set({ description: null })
          .where('description', 'is not', null)
          .where('ticket_id', 'in', theirs =>
            theirs.selectFrom('tickets').select('id').where('user_id', 'in', ids),
          )
          .execute()
      }
      return users.length
    })
    forgotten += batch
    if (batch < BATCH) return forgotten
  }
}
