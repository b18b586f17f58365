import { type Kysely, sql } from 'kysely'

/**
 * What figures need beside the turns. The range that was told with a number, to stand beside what came. Of a
 * rating the line and the day that it is about, which never change once a turn is over. And what days that
 * are over were counted to be: to count half a million turns anew for whoever looks at a year takes several
 * times as long as to read them. Nothing can make those wrong: a turn of such a day that changes after all
 * takes what was counted away with it, and it is counted again.
 */
const statements = [
  `alter table tickets
    -- minutes; null where nobody was told anything
    add column told_from smallint,
    add column told_to smallint,
    add constraint tickets_told_range check (
      (told_from is null) = (told_to is null) and told_from >= 0 and told_from <= told_to
    )`,
  `alter table polls add column line_id integer, add column day date`,
  `update polls p set line_id = t.line_id, day = t.day from tickets t where t.id = p.ticket_id`,
  `create index polls_rated on polls (line_id, day) include (rating) where rating is not null`,
  `create table day_figures (
    office_id integer not null references offices (id),
    day date not null,
    turns jsonb not null,
    primary key (office_id, day)
  )`,
  `create function forget_day_figures() returns trigger language plpgsql as $$
  begin
    delete from day_figures where office_id = old.office_id and day = old.day;
    return null;
  end $$`,
  `create trigger tickets_change_day_figures
    after update of state, line_id, given_in, day, inserted_at, called_at, ended_at, clerk_id, reservation_id, told_from, told_to
    on tickets for each row when (old.ended_at is not null) execute function forget_day_figures()`,
  // An office that was in another zone had other hours.
  `create function forget_office_figures() returns trigger language plpgsql as $$
  begin
    delete from day_figures where office_id = old.id;
    return null;
  end $$`,
  `create trigger offices_change_day_figures after update of time_zone
    on offices for each row when (old.time_zone <> new.time_zone) execute function forget_office_figures()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
