import { type Kysely, sql } from 'kysely'

/**
 * When somebody without an account was forgotten. That no name is known does not say it: whoever came by a
 * paper never gave one, and left a telephone and a document all the same. So everybody is looked after once
 * more, also those who were forgotten before. Who is still to be forgotten stands in the index, and nobody
 * else: an hour's look reads no one of last year. That of before it would be of no use to anybody.
 */
const statements = [
  `alter table users add column forgotten_at timestamptz`,
  `create index users_unforgotten on users (created_at) where temporal and forgotten_at is null`,
  `drop index users_to_forget`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
