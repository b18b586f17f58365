import { type Kysely, sql } from 'kysely'

/**
 * What a clerk wrote of somebody as a reason goes with the person since this release. Of those who were
 * forgotten, or erased themselves, before it, nobody would take it away any more.
 */
const statements = [
  `update desk_acts a set reason = null from tickets t join users u on u.id = t.user_id
    where a.ticket_id = t.id and a.reason is not null and (u.forgotten_at is not null or u.erased_at is not null)`,
  `update desk_acts a set reason = null from reservations r left join users u on u.id = r.user_id
    where a.reservation_id = r.id and a.reason is not null
      and (u.forgotten_at is not null or u.erased_at is not null or r.user_id is null and r.booked_for is null)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
