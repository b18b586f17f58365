import { type Kysely, sql } from 'kysely'

/**
 * What a number costs beside its own row. Offices, lines, people, tickets and reservations are never deleted,
 * and a fact is written in the transaction that changes what it speaks of: its five foreign keys protected
 * nothing, and were most of what writing it cost. The line of a ticket or a reservation is its office's own
 * by one key instead of two, which also holds what they did not.
 */
const statements = [
  `alter table facts
    drop constraint facts_office_id_fkey,
    drop constraint facts_line_id_fkey,
    drop constraint facts_ticket_id_fkey,
    drop constraint facts_user_id_fkey,
    drop constraint facts_reservation_id_fkey`,
  `alter table lines add constraint lines_of_office unique (id, office_id)`,
  `alter table tickets
    drop constraint tickets_office_id_fkey,
    drop constraint tickets_line_id_fkey,
    add constraint tickets_line_of_office foreign key (line_id, office_id) references lines (id, office_id)`,
  `alter table reservations
    drop constraint reservations_office_id_fkey,
    drop constraint reservations_line_id_fkey,
    add constraint reservations_line_of_office foreign key (line_id, office_id) references lines (id, office_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
