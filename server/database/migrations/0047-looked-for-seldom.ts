import { type Kysely, sql } from 'kysely'

/**
 * What every desk asks for every few seconds (who was at a modulo last), and what is asked seldom but would
 * be looked for in all that there ever was: times that are no longer held, and the few offices that named an
 * address as their own.
 */
const statements = [
  `create index tickets_at_modulo on tickets (modulo_id, called_at desc) where called_at is not null`,
  `create index reservations_let_go on reservations (office_id, block_from) where deleted_at is not null`,
  `create index offices_with_networks on offices (id) where networks <> '[]'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
