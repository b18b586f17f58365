import { type Kysely, sql } from 'kysely'

/**
 * Another number stands beside the one that is confirmed, until it is confirmed itself: it took that one's
 * place at once, and whoever's code could not be sent, or was never typed, was called by WhatsApp no more.
 * The release before, which still runs beside, knows of none: it may leave one with a number that is not
 * confirmed, where it counts for nothing.
 */
const statements = [
  `alter table whatsapp_numbers
    -- sealed and keyed as the one that is called
    add column next_number bytea,
    add column next_number_hash bytea,
    add column next_code_hash bytea,
    add column next_code_expires_at timestamptz,
    add constraint whatsapp_numbers_next_whole
      check (num_nulls(next_number, next_number_hash, next_code_hash, next_code_expires_at) in (0, 4))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
