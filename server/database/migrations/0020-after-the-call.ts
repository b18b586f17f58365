import { type Kysely, sql } from 'kysely'

/**
 * What becomes of a number after its call. It may stand aside (parked) and be its owner's as much as one that
 * waits; it may come back after it was missed, and go on in another line with the number that is on its
 * paper: so a number is one of the line that gave it, wherever it waits now.
 */
const statements = [
  `alter table offices
    -- whoever missed their call comes back to the front within so many minutes, and to the end later
    add column missed_grace_minutes integer not null default 15 check (missed_grace_minutes between 0 and 120),
    -- a call is repeated by itself so often before it is missed; 0: nothing happens by itself
    add column call_repeats integer not null default 2 check (call_repeats between 0 and 5)`,
  `alter table tickets
    drop constraint tickets_state_check,
    add constraint tickets_state_check check (state in
      ('waiting', 'called', 'parked', 'attended', 'skipped', 'given-up', 'expired', 'removed', 'taken-back')),
    add column parked_at timestamptz,
    add constraint tickets_parked_since check (state <> 'parked' or parked_at is not null),
    -- how often it came back after it was missed
    add column returns integer not null default 0,
    -- the line that gave the number, where it waits in another one by now
    add column given_in integer references lines (id),
    -- as long as it waits: next at this modulo, and at no other one while that is open
    add column for_modulo_id integer references modulos (id),
    drop constraint tickets_number_once`,
  `create unique index tickets_number_once on tickets (coalesce(given_in, line_id), day, number)`,
  `create index tickets_for_modulo on tickets (for_modulo_id, line_id)
    where state = 'waiting' and for_modulo_id is not null`,
  `create index tickets_parked on tickets (office_id, parked_at) where state = 'parked'`,
  // Who stands aside holds the number: no second one in the line, and one of the five.
  `drop index tickets_one_waiting_per_user`,
  `create unique index tickets_one_waiting_per_user on tickets (line_id, user_id)
    where state in ('waiting', 'parked')`,
  `drop index tickets_one_waiting_per_identity`,
  `create unique index tickets_one_waiting_per_identity on tickets (line_id, identity_hash)
    where state in ('waiting', 'parked') and not disputed and not proven`,
  `drop index tickets_in_hand`,
  `create unique index tickets_in_hand on tickets (user_id, hand) where state in ('waiting', 'parked')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
