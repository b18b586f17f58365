import { type Kysely, sql } from 'kysely'

/**
 * A phone takes over what a desk booked for somebody, by the slip that they were given: it becomes a user's,
 * and the desk goes on showing the name that it typed.
 */
const statements = [
  `alter table reservations drop constraint reservations_booked_for_nobodys`,
  // A clerk's press that arrives again stays one reservation, also where a phone has it by now.
  `drop index reservations_desk_request_once`,
  `create unique index reservations_desk_request_once on reservations (office_id, request_id)
    where booked_for is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
