import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Next, walkThrough } from '#server/database/step-by-step.ts'
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

interface Moments {
  now: Date
  before: Date
}

/** SQL over the user `gone`: they have no such row. One by one: joined, a year of rows would be read. */
const hasNone = (table: 'sessions' | 'tickets' | 'reservations', such: RawBuilder<unknown>) =>
  sql<boolean>`(select t.id from ${sql.table(table)} t where t.user_id = gone.id and ${such} limit 1) is null`

/**
 * Takes those of the next whose time has come. Whom somebody is at, they are left to them.
 * @returns their ids
 */
async function takeOverdue(
  transaction: Transaction<Tables>,
  { among, inOrder }: Next,
  { now, before }: Moments,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update users set person = null, identity_type = null, identity_hash = null, login_attempt = null,
      forgotten_at = ${now}::timestamptz
    where id = any(array(
      select gone.id from users gone
      where ${among} and (gone.last_turn_at is null or gone.last_turn_at < ${before}::timestamptz)
        and ${hasNone('sessions', sql`t.revoked_at is null and t.expires_at > ${now}::timestamptz`)}
        and ${hasNone('tickets', sql`t.inserted_at >= ${before}::timestamptz`)}
        -- a time that is booked is a turn to come, however long ago it was asked for
        and ${hasNone('reservations', sql`t.deleted_at is null and t.block_to >= ${before}::timestamptz`)}
      ${inOrder} for update of gone skip locked
    )) returning id`.execute(transaction)
  return rows.map(({ id }) => id)
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
    .deleteFrom('users as gone')
    .where(sql<boolean>`gone.id = any(${ids}::uuid[])`)
    .where(hasNone('tickets', sql`true`))
    .where(hasNone('reservations', sql`true`))
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
  // By an index in which nobody stands who was forgotten, past those who are not to be: they would be read at
  // each step.
  const of = sql<boolean>`gone.temporal and gone.forgotten_at is null and gone.created_at < ${before}::timestamptz`
  const step = (next: Next) =>
    database.transaction(async transaction => {
      const ids = await takeOverdue(transaction, next, { now, before })
      if (ids.length > 0) await forget(transaction, ids)
      return ids.length
    })
  return walkThrough(database.db, { table: 'users', by: ['created_at', 'id'], of }, step, ending)
}
