import { type Kysely, sql } from 'kysely'

/**
 * Somebody who was erased stays as an id by which their turns are told apart, and as nothing else: nothing
 * can be known of them again, and nothing new can be theirs, whatever was under way when they went.
 */
const statements = [
  `alter table users
    add column erased_at timestamptz,
    add constraint users_erased_are_nobody check (erased_at is null or
      (person is null and identity_type is null and identity_hash is null and login_attempt is null))`,
  `create index users_erased on users (erased_at) where erased_at is not null`,
  // It waits for an erasure that is under way, and then sees it. Not for numbers and booked times, whose
  // statements would pay for it: they are given back a minute later (server/own-data/finish-erasures.ts).
  `create function refuse_of_erased() returns trigger language plpgsql as $$
  declare
    gone timestamptz;
  begin
    if new.user_id is null then
      return new;
    end if;
    select erased_at into gone from users where id = new.user_id for key share;
    if gone is not null then
      raise exception 'whose this would be was erased'
        using errcode = 'foreign_key_violation', constraint = 'users_erased_get_nothing';
    end if;
    return new;
  end $$`,
  // On whatever is a person's by now, those aside whose statements would pay for it.
  `do $$
  declare
    theirs text;
  begin
    for theirs in
      select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'
        and c.table_name not in ('tickets', 'reservations', 'push_deliveries', 'facts')
    loop
      execute format('create trigger %I before insert on %I for each row execute function refuse_of_erased()',
        theirs || '_of_erased', theirs);
    end loop;
  end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
