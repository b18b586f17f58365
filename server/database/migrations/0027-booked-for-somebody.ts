import { type Kysely, sql } from 'kysely'

/**
 * A desk books for somebody who has no phone at hand: nobody's user is behind such a reservation, and their
 * name stands on it.
 */
const statements = [
  `alter table reservations
    alter column user_id drop not null,
    -- the name of whom a desk booked it for, encrypted; null for a user's own, and once it is forgotten
    add column booked_for bytea,
    add constraint reservations_booked_for_nobodys check (booked_for is null or user_id is null)`,
  // A clerk's press that arrives twice is one reservation; a user's are told apart by the user.
  `create unique index reservations_desk_request_once on reservations (office_id, request_id)
    where user_id is null`,
  `create index reservations_to_forget on reservations (block_to) where booked_for is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
