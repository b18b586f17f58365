import { type Kysely, sql } from 'kysely'

/** What clerks note of a turn for each other, sealed: beside the tickets, of which few have one. */
const statements = [
  `create table ticket_notes (
    ticket_id uuid primary key references tickets (id) on delete cascade,
    note bytea not null,
    noted_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
