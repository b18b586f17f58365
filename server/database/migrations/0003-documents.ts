import { type Kysely, sql } from 'kysely'

/**
 * A document is typed, not proven: what two people take under one of them stands beside each other, once,
 * until a clerk sees the card and removes the wrong one. And how much one session or one address asks for is
 * counted.
 */
const statements = [
  `alter table tickets
    drop constraint tickets_state_check,
    add constraint tickets_state_check
      check (state in ('waiting', 'called', 'attended', 'skipped', 'given-up', 'expired', 'removed')),
    -- taken by somebody who declared that a document is theirs under which another person holds a number
    add column disputed boolean not null default false,
    -- which of the numbers that one user may hold at a time this is, as long as it waits; null on paper
    add column hand integer check (hand between 1 and 5)`,
  `drop index tickets_one_waiting_per_identity`,
  `create unique index tickets_one_waiting_per_identity on tickets (line_id, identity_hash)
    where state = 'waiting' and not disputed`,
  `create unique index tickets_disputed_once on tickets (line_id, day, identity_hash)
    where disputed and state not in ('given-up', 'removed')`,
  // Those who hold more than they may hold now keep them; none of these is counted.
  `update tickets set hand = held.nth from (
    select id, row_number() over (partition by user_id order by inserted_at, id) as nth
    from tickets where state = 'waiting' and user_id is not null
  ) held where tickets.id = held.id and held.nth <= 5`,
  `create unique index tickets_in_hand on tickets (user_id, hand) where state = 'waiting'`,
  `alter table reservations
    drop constraint reservations_state_check,
    add constraint reservations_state_check check (state in
      ('pending', 'confirmed', 'user-confirmed', 'called', 'attended', 'missed', 'cancelled', 'expired', 'removed')),
    drop constraint reservations_check1,
    add constraint reservations_deleted
      check ((deleted_at is null) = (state not in ('cancelled', 'expired', 'removed'))),
    add column disputed boolean not null default false`,
  `drop index reservations_once_per_identity`,
  `create unique index reservations_once_per_identity on reservations (identity_hash, once_in)
    where state in ('pending', 'confirmed', 'user-confirmed') and once_in is not null and not disputed`,
  `create unique index reservations_disputed_once on reservations (line_id, identity_hash)
    where state in ('pending', 'confirmed', 'user-confirmed') and disputed`,
  `alter table users
    -- how often the document was corrected
    add column document_changes integer not null default 0`,
  `alter table offices
    -- networks of its own, of which more numbers may wait: [{ address, numbers }]
    add column networks jsonb not null default '[]'`,
  // From where a number was taken, as long as it waits or is called: a keyed hash, which goes an hour later
  // at the latest.
  `create table ticket_addresses (
    ticket_id uuid primary key references tickets (id),
    key text not null
  )`,
  `create index ticket_addresses_by_key on ticket_addresses (key)`,
  // How often something was done within an hour of the first time. An address is here, and anywhere, by its
  // keyed hash alone.
  `create table knocks (
    kind text not null,
    key text not null,
    since timestamptz not null,
    times integer not null,
    primary key (kind, key)
  )`,
  `create index knocks_by_age on knocks (since)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
