import { type Kysely, sql } from 'kysely'

/**
 * Which lines a desk calls from: prescribed for the modulo, or chosen by whoever sits there; and which they
 * were at every hour that a modulo was open. What was chosen last is the clerk's, and comes along to another
 * modulo. Lists are of lines' ids.
 */
const statements = [
  // null: whoever sits there chooses
  `alter table modulos add column prescribed_lines jsonb`,
  `create table clerk_lines (
    clerk_id integer not null references clerks (id),
    office_id integer not null references offices (id),
    -- null: all of them, also those that come later
    line_ids jsonb,
    chosen_at timestamptz not null,
    primary key (clerk_id, office_id)
  )`,
  // null: from before this was known
  `alter table modulo_hours add column line_ids jsonb`,
  `create or replace function note_modulo_hours() returns trigger language plpgsql as $$
  begin
    insert into modulo_hours (office_id, modulo_id, opened_at, closed_at, line_ids)
    values (old.office_id, old.id, old.changed_at, new.changed_at, coalesce(
      old.prescribed_lines,
      (select c.line_ids from clerk_lines c where c.clerk_id = old.clerk_id and c.office_id = old.office_id),
      (select jsonb_agg(l.id order by l.id) from lines l where l.office_id = old.office_id and l.active),
      '[]'
    ));
    return null;
  end $$`,
  // Before the choice is another: what stood until then is written down as it was.
  `create function end_line_choice() returns trigger language plpgsql as $$
  begin
    update modulos set changed_at = new.chosen_at
    where clerk_id = new.clerk_id and office_id = new.office_id and break_until is null
      and prescribed_lines is null and changed_at < new.chosen_at;
    return new;
  end $$`,
  `create trigger clerk_lines_change before insert or update on clerk_lines
  for each row execute function end_line_choice()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
