import { type Kysely, sql } from 'kysely'

/**
 * Which modulos were open at which hour, to set those who came against those who could be attended. Whoever
 * opens, leaves or rests says when (`changed_at`); what stood until then is written down by the database, so
 * that no way of leaving is forgotten. Days that were counted before say nothing of it: they are counted
 * again.
 */
const statements = [
  `alter table modulos
    -- when it was opened or left last, or when a break at it last began or ended
    add column changed_at timestamptz`,
  `update modulos set changed_at = opened_at`,
  `create table modulo_hours (
    office_id integer not null references offices (id),
    modulo_id integer not null references modulos (id),
    opened_at timestamptz not null,
    closed_at timestamptz not null,
    constraint modulo_hours_last check (opened_at < closed_at)
  )`,
  `create index modulo_hours_of_office on modulo_hours (office_id, closed_at)`,
  `create function note_modulo_hours() returns trigger language plpgsql as $$
  begin
    insert into modulo_hours (office_id, modulo_id, opened_at, closed_at)
    values (old.office_id, old.id, old.changed_at, new.changed_at);
    return null;
  end $$`,
  // A clock that was set back between the two lets nothing last.
  `create trigger modulos_were_open after update on modulos for each row
  when (
    old.clerk_id is not null and old.break_until is null and old.changed_at < new.changed_at
  ) execute function note_modulo_hours()`,
  `delete from day_figures`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
