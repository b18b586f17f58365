import { type Kysely, sql } from 'kysely'

/**
 * The day at a modulo and in a line: breaks and calls for help, lines that rest with a reason and a time or
 * are closed until the next day, people who are told something or sent home.
 */
const statements = [
  `alter table tickets
    drop constraint tickets_state_check,
    add constraint tickets_state_check check (state in (
      'waiting', 'called', 'parked', 'attended', 'skipped', 'given-up', 'expired', 'removed', 'sent-home', 'taken-back'
    )),
    -- what the office said last to whoever holds it: an id, a time, and the words in each language
    add column message jsonb`,
  `alter table lines
    add column frozen_reason text check (frozen_reason in ('system-down', 'short-staffed', 'full', 'meeting')),
    -- the clerk's own words beside it, shown as they are
    add column frozen_note text check (length(frozen_note) between 1 and 120),
    add column frozen_until timestamptz,
    -- gives no numbers until then: the office's next day
    add column closed_until timestamptz`,
  `create index lines_frozen_until on lines (frozen_until) where frozen_until is not null`,
  `create index lines_closed_until on lines (closed_until) where closed_until is not null`,
  `alter table modulos
    add column break_until timestamptz,
    add column help_asked_at timestamptz,
    -- who said that they are coming
    add column help_clerk_id integer references clerks (id),
    add constraint modulos_break_of_clerk check (break_until is null or clerk_id is not null),
    add constraint modulos_help_of_clerk check (help_asked_at is null or clerk_id is not null),
    add constraint modulos_help_answers check (help_clerk_id is null or help_asked_at is not null)`,
  // Whoever ends a sitting, by whatever way, ends its break and its call for help with it.
  `create function end_sitting() returns trigger language plpgsql as $$
  begin
    new.break_until := null;
    new.help_asked_at := null;
    new.help_clerk_id := null;
    return new;
  end $$`,
  `create trigger modulos_sitting_ends before update on modulos
  for each row when (old.clerk_id is distinct from new.clerk_id) execute function end_sitting()`,
  `alter table offices
    -- what happens to those who wait when the office closes
    add column closing text not null default 'finish' check (closing in ('finish', 'send-home')),
    -- no number that cannot be served before closing
    add column until_closing boolean not null default false,
    add column messages jsonb not null default '[]',
    -- from when on the desk's light is amber, and red; null where the usual limits hold
    add column warnings jsonb`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
