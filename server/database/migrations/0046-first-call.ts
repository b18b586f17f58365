import { type Kysely, sql } from 'kysely'

/**
 * How long somebody waited, and whether it was as told, is known at the first call: whoever stood aside, was
 * sent to another line or came back after they were missed is called again, and weighed as hours of wait and
 * as a broken word. Of those who were called again before this there is the last call alone, so days that
 * were counted stay as they are.
 */
const statements = [
  `alter table tickets
    -- null where called_at is the only one
    add column first_called_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
