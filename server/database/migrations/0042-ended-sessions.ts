import { type Kysely, sql } from 'kysely'

/**
 * What somebody has by a session ends with it, whoever ends it and by whatever way: a code that would carry
 * it to another browser opens nothing, and its browser is rung no more. Whoever put others out, by a new
 * password or one by one, would otherwise have them back by a code that was made before, and calls would go
 * on showing on the phone that was lost. Browsers that are known already say at their next start of which
 * session they are. Clerks who were retired by a file lose the roles that were left to them.
 */
const statements = [
  `delete from handover_codes`,
  `alter table handover_codes add column session_id uuid references sessions (id) on delete cascade`,
  `create index handover_codes_of_session on handover_codes (session_id)`,
  `alter table push_subscriptions add column session_id uuid references sessions (id) on delete cascade`,
  `create index push_subscriptions_of_session on push_subscriptions (session_id)`,
  `create function forget_browser_of_session() returns trigger language plpgsql as $$
  begin
    delete from push_subscriptions where session_id = old.id;
    return null;
  end $$`,
  `create trigger sessions_end_is_silent after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function forget_browser_of_session()`,
  `delete from clerk_offices where clerk_id in (select id from clerks where not active)`,
  `delete from administrators where clerk_id in (select id from clerks where not active)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
