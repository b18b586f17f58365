import { type Kysely, sql } from 'kysely'

/**
 * Since when nothing is left to be given back of somebody erased, nor can come. Who is still to be looked
 * after stands in the index, and nobody else: each minute's look read everybody who was ever erased. Of those
 * who were erased before this, and by a server of the release before that runs beside, it is found out once.
 * That release goes on with its own index.
 */
const statements = [
  `alter table users add column erasure_finished_at timestamptz`,
  `create index users_erasures_unfinished on users (id) where erased_at is not null and erasure_finished_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
