import { type Kysely, sql } from 'kysely'

/**
 * Preference by law, the arrival of reservations, and why each was called. What tells of somebody's
 * preference is theirs for a day: it stands on the ticket and beside the log, never in the log itself, and is
 * taken away when the day is over.
 */
const statements = [
  // Null asks for no preference. See Preference in tables/offices.ts.
  `alter table offices add column preference jsonb`,
  // Where it would stand without the preference: there it goes back to, when that is taken away.
  `alter table tickets
    add column preference text check (preference in ('declared', 'given', 'refused')),
    add column arrival_place numeric`,
  `create index tickets_preferential on tickets (line_id, place, number)
    where state = 'waiting' and preference in ('declared', 'given')`,
  `create index tickets_with_preference on tickets (office_id, day) where preference is not null`,
  `alter table reservations add column arrived_at timestamptz`,
  // Beside the fact of a call, for the office's own clerks.
  `create table call_reasons (
    office_id integer not null,
    seq bigint not null,
    rule text not null check (rule in ('preference', 'reservation', 'order', 'chosen')),
    -- the lines that the desk called from
    line_ids jsonb not null,
    -- the first of all others, and by what the one who was called went before each
    stood jsonb not null,
    primary key (office_id, seq),
    foreign key (office_id, seq) references facts (office_id, seq) on delete cascade
  )`,
  // Where a preferential number came to stand, beside the fact of it: so the day can be lived again.
  `create table line_moves (
    office_id integer not null,
    seq bigint not null,
    ticket_id uuid not null references tickets (id),
    -- how many stood before it then
    ahead integer not null check (ahead >= 0),
    primary key (office_id, seq),
    -- it is written in the transaction of its fact, and before it
    foreign key (office_id, seq) references facts (office_id, seq)
      on delete cascade deferrable initially deferred
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
