import { type Kysely, sql } from 'kysely'

/**
 * Other hours give a line back what the clock took from it, and leave what a clerk closed. Of lines that are
 * closed already nobody knows which it was: they stay as they are until their day.
 */
const statements = [`alter table lines add column closed_by_clock boolean not null default false`]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
