import { type Kysely, sql } from 'kysely'

/**
 * Nobody becomes attended without the clerk's word, and a call can be taken back: what was so before it is
 * kept until somebody says what became of it.
 */
const statements = [
  `alter table tickets
    -- when a clerk said that they came
    add column arrived_at timestamptz,
    -- calls that were taken back: the phone rang, and nobody counts them
    add column calls_taken_back integer not null default 0,
    -- of one that did not wait when it was called: how it stood
    add column before_call jsonb,
    drop constraint tickets_state_check,
    add constraint tickets_state_check check (state in
      -- 'taken-back': by which a reservation was called that is due again; nobody's any more
      ('waiting', 'called', 'attended', 'skipped', 'given-up', 'expired', 'removed', 'taken-back')),
    drop constraint tickets_number_or_reservation,
    -- what was called again by another ticket is no more this one's
    add constraint tickets_number_or_reservation
      check ((number is null) = (reservation_id is not null or state = 'taken-back'))`,
  `alter table reservations
    -- the state in which it was called
    add column before_call text check (before_call in ('confirmed', 'user-confirmed'))`,
  // What the desk lists of a day: who is over.
  `create index tickets_over on tickets (office_id, ended_at desc) where ended_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
