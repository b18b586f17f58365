import { type Kysely, sql } from 'kysely'

/**
 * The offices and lines that somebody with an account keeps. What closed for ever stays theirs until they
 * remove it; with the person it goes. A person has a hundred places for each kind and no more.
 */
const statements = [
  `create table favorite_offices (
    user_id uuid not null references users (id) on delete cascade,
    office_id integer not null references offices (id),
    place smallint not null check (place between 1 and 100),
    added_at timestamptz not null,
    primary key (user_id, office_id),
    constraint favorite_offices_place_once unique (user_id, place)
  )`,
  `create table favorite_lines (
    user_id uuid not null references users (id) on delete cascade,
    line_id integer not null references lines (id),
    place smallint not null check (place between 1 and 100),
    added_at timestamptz not null,
    primary key (user_id, line_id),
    constraint favorite_lines_place_once unique (user_id, place)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
