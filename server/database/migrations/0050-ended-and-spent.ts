import { type Kysely, sql } from 'kysely'

/**
 * By what is looked for each hour, and with everybody who goes: sessions that were ended before their time,
 * which stand in the index from their end on, and cost nobody who is only seen; numbers of WhatsApp that
 * nobody confirmed, few of many; and what is open to a person for minutes. Those tables are small, and were
 * read from end to end for each of thousands of people.
 */
const statements = [
  `create index sessions_ended on sessions (revoked_at) where revoked_at is not null`,
  `create index handover_codes_of_user on handover_codes (user_id)`,
  `create index sign_in_attempts_of_user on sign_in_attempts (asked_by) where asked_by is not null`,
  `create index whatsapp_numbers_unconfirmed on whatsapp_numbers (code_expires_at) where confirmed_at is null`,
  `create index whatsapp_numbers_unconfirmed_next on whatsapp_numbers (next_code_expires_at)
    where next_code_expires_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
