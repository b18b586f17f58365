import { type ExpressionBuilder, type RawBuilder, sql, type Transaction } from 'kysely'
import { stepByStep } from '#server/database/step-by-step.ts'
import type { Tables } from '#server/database/tables.ts'
import type { IdentityContext } from './identity-context.ts'

/** What was theirs by which they came, could be reached, or would be known. Wishes go with their session. */
const GO_WITH_THEM = [
  'policy_acceptances',
  'whatsapp_numbers',
  'preferences',
  'push_subscriptions',
  'handover_codes',
  'sessions',
] as const

/** SQL: the user has no such row. */
const hasNone = (
  { not, exists, selectFrom }: ExpressionBuilder<Tables, 'users'>,
  table: 'sessions' | 'tickets' | 'reservations',
  such: RawBuilder<boolean>,
) => not(exists(selectFrom(table).select('id').whereRef(`${table}.user_id`, '=', 'users.id').where(such)))

/**
 * The next of those to be forgotten, by an index in which nobody stands who was: by the name it could not be
 * told, for whoever came by a paper gave none. @returns their ids
 */
async function takeOverdue(
  transaction: Transaction<Tables>,
  { now, before, most }: { now: Date; before: Date; most: number },
): Promise<string[]> {
  const users = await transaction
    .updateTable('users')
    .set({
      person: null,
      identity_type: null,
      identity_hash: null,
      login_attempt: null,
      forgotten_at: now,
    })
    .where('id', 'in', overdue =>
      overdue
        .selectFrom('users')
        .select('id')
        .where(sql<boolean>`temporal and forgotten_at is null`)
        .where('created_at', '<', before)
        .where(row => row.or([row('last_turn_at', 'is', null), row('last_turn_at', '<', before)]))
        .where(row =>
          row.and([
            hasNone(row, 'sessions', sql`revoked_at is null and expires_at > ${now}::timestamptz`),
            hasNone(row, 'tickets', sql`inserted_at >= ${before}::timestamptz`),
            // A time that is booked is a turn to come, however long ago it was asked for.
            hasNone(row, 'reservations', sql`deleted_at is null and block_to >= ${before}::timestamptz`),
          ]),
        )
        .orderBy('created_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return users.map(({ id }) => id)
}

async function forget(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const theirs = sql<boolean>`user_id = any(${ids}::uuid[])`
  for (const table of GO_WITH_THEM) await transaction.deleteFrom(table).where(theirs).execute()
  for (const table of ['tickets', 'reservations'] as const) {
    await transaction
      .updateTable(table)
      .set({ identity_hash: null, meta: null })
      .where(theirs)
      .where(row => row.or([row('identity_hash', 'is not', null), row('meta', 'is not', null)]))
      .execute()
  }
  await transaction
    .updateTable('polls')
    .set({ description: null })
    .where('description', 'is not', null)
    .where('ticket_id', 'in', of => of.selectFrom('tickets').select('id').where(theirs))
    .execute()
  // That a clerk did something with their turn stays, and not what the clerk wrote of them.
  for (const [of, table] of [
    ['ticket_id', 'tickets'],
    ['reservation_id', 'reservations'],
  ] as const) {
    await sql`
      update desk_acts set reason = null
      where reason is not null
        and ${sql.ref(of)} in (select id from ${sql.table(table)} where ${theirs})`.execute(transaction)
  }
  // Without a turn there is nothing that the bare id would tell from another's. With the last turn it goes
  // later (server/retention/forget-nobodies.ts).
  await transaction
    .deleteFrom('users')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(row => row.and([hasNone(row, 'tickets', sql`true`), hasNone(row, 'reservations', sql`true`)]))
    .execute()
}

/**
 * Forgets who stood behind a temporary user once the last turn (or, for who never took one, the login) is 30
 * days past (or fewer, where the operator says so) and no session of theirs is open: name, e-mail, phone,
 * identity number and its hash, what they accepted, what they answered in the forms, what they wrote beside a
 * rating and what clerks wrote of them. Tickets, reservations and ratings stay as figures; of who has none,
 * nothing does.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many people were forgotten
 * @see rule KEEP-03
 */
export async function forgetTemporaryPeople(
  { database, clock }: Pick<IdentityContext, 'database' | 'clock'>,
  keptMs: number,
  ending?: AbortSignal,
): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - keptMs)
  const step = (most: number) =>
    database.transaction(async transaction => {
      const ids = await takeOverdue(transaction, { now, before, most })
      if (ids.length > 0) await forget(transaction, ids)
      return ids.length
    })
  return stepByStep(step, ending)
}
