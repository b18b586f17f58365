import { type Kysely, sql } from 'kysely'

/**
 * Since when a job that failed should have run: its time is that of its next try, by which nobody sees that
 * it is late. The index holds what fails and what was given up, and those are few.
 */
const statements = [
  `alter table jobs add column failing_since timestamptz`,
  `create index jobs_failing on jobs (failing_since) where failing_since is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
