import { type Kysely, sql } from 'kysely'

/**
 * Times that are booked. Capacity holds by the slots: each live reservation of a block has a slot of its own.
 */
const statements = [
  `alter table offices
    add column reserve_one_per text check (reserve_one_per in ('line', 'office', 'organization'))`,
  `alter table lines
    add column reserve_minutes integer not null default 15 check (reserve_minutes between 5 and 480),
    add column reserve_slots integer not null default 1 check (reserve_slots between 1 and 100),
    add column reserve_days_ahead integer not null default 30 check (reserve_days_ahead between 0 and 365),
    -- null: the office's own hours
    add column reserve_hours jsonb,
    add column unavailable_days jsonb not null default '[]',
    add column reserve_modalities text not null default 'in-person'
      check (reserve_modalities in ('in-person', 'video', 'both')),
    -- minutes that the office has to confirm a reservation; null confirms it at once
    add column reserve_confirm_minutes integer check (reserve_confirm_minutes between 1 and 10080),
    -- questions asked before a time is booked; null asks the default form
    add column reserve_form jsonb`,
  `create table reservations (
    id uuid primary key,
    office_id integer not null references offices (id),
    line_id integer not null references lines (id),
    user_id uuid not null references users (id),
    identity_hash bytea,
    request_id uuid not null,
    state text not null check (state in
      ('pending', 'confirmed', 'user-confirmed', 'called', 'attended', 'missed', 'cancelled', 'expired')),
    block_from timestamptz not null,
    block_to timestamptz not null,
    -- which of the block's slots it holds, and how many the block had then
    slot integer not null,
    slots integer not null,
    meet boolean not null default false,
    -- what it alone may be one of, for its owner: line:1, office:1 or organization:1; null has no limit
    once_in text,
    inserted_at timestamptz not null,
    confirm_by timestamptz,
    confirmed_at timestamptz,
    deleted_at timestamptz,
    called_at timestamptz,
    ended_at timestamptz,
    -- answers and customer params, encrypted
    meta bytea,
    check (block_from < block_to),
    check ((deleted_at is null) = (state not in ('cancelled', 'expired'))),
    constraint reservations_within_capacity check (slot between 1 and slots)
  )`,
  // No block is ever oversold, whoever writes.
  `create unique index reservations_slot_once on reservations (line_id, block_from, slot) where deleted_at is null`,
  // Nor where a line's blocks became longer or shorter: a slot holds one reservation at any moment.
  `alter table reservations add constraint reservations_slot_apart exclude using gist (
    int4range(line_id, line_id, '[]') with =, int4range(slot, slot, '[]') with =,
    tstzrange(block_from, block_to) with &&
  ) where (deleted_at is null)`,
  `create unique index reservations_request_once on reservations (user_id, request_id)`,
  `create unique index reservations_once_per_user on reservations (user_id, once_in)
    where state in ('pending', 'confirmed', 'user-confirmed') and once_in is not null`,
  `create unique index reservations_once_per_identity on reservations (identity_hash, once_in)
    where state in ('pending', 'confirmed', 'user-confirmed') and once_in is not null`,
  `create index reservations_of_user on reservations (user_id, block_from desc)`,
  `create index reservations_by_identity on reservations (identity_hash, block_from) where deleted_at is null`,
  `create index reservations_of_office on reservations (office_id, block_from) where deleted_at is null`,
  `create index reservations_to_confirm on reservations (confirm_by) where state = 'pending'`,
  `create index reservations_to_end on reservations (block_to)
    where state in ('pending', 'confirmed', 'user-confirmed')`,
  // A reservation is called as a ticket is: by a ticket of its own, which has no number of the line.
  `alter table tickets
    add column reservation_id uuid references reservations (id),
    alter column number drop not null,
    add constraint tickets_number_or_reservation check ((number is null) = (reservation_id is not null))`,
  `create unique index tickets_of_reservation on tickets (reservation_id) where reservation_id is not null`,
  `alter table facts add column reservation_id uuid references reservations (id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
