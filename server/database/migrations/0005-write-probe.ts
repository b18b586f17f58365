import { type Kysely, sql } from 'kysely'

/** Room for the server's question whether anything can be kept. Holds nothing that anybody needs. */
const statements = [
  `create unlogged table write_probe (ballast bytea not null)`,
  // Compressed, its bytes would need no room.
  `alter table write_probe alter column ballast set storage external`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
