import { type Kysely, sql } from 'kysely'

/**
 * What became of a clerk's presses, so that a desk that heard no answer can be told. The key alone decides
 * between a press that is still under way and the question about it: whichever is written first counts.
 */
const statements = [
  `create table desk_presses (
    clerk_id integer not null references clerks (id),
    id uuid not null,
    at timestamptz not null,
    -- written with what it did; or without it: then it happens no more
    done boolean not null,
    primary key (clerk_id, id)
  )`,
  `create index desk_presses_old on desk_presses (at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
