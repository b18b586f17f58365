import { type Kysely, sql } from 'kysely'

/**
 * "Avísame cuando abra": who wishes to be told, by the session that wished it; with the session the wish
 * ends.
 */
const statements = [
  `create table opening_wishes (
    id uuid primary key,
    user_id uuid not null references users (id),
    session_id uuid not null references sessions (id) on delete cascade,
    office_id integer not null references offices (id),
    -- null: the office's doors; else a line of it that is frozen
    line_id integer references lines (id),
    wished_at timestamptz not null
  )`,
  `create unique index opening_wishes_once on opening_wishes (user_id, office_id, (coalesce(line_id, 0)))`,
  `create index opening_wishes_of_line on opening_wishes (line_id) where line_id is not null`,
  `create index opening_wishes_of_session on opening_wishes (session_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
