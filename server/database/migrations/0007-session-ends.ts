import { type Kysely, sql } from 'kysely'

/**
 * Whoever ends a session, by whatever way (a log-out, a new password, a clerk who was retired, a person who
 * was erased, a hand at the database), all processes hear of it with the commit: its sockets must fall silent
 * at once.
 */
const statements = [
  `create function tell_session_end() returns trigger language plpgsql as $$
  begin
    perform pg_notify(
      'numerito_session_ends',
      coalesce('user:' || old.user_id::text, 'clerk:' || old.clerk_id::text) || ' ' || old.id::text
    );
    return null;
  end $$`,
  `create trigger sessions_end_is_told after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_session_end()`,
  `create trigger sessions_erasure_is_told after delete on sessions
  for each row when (old.revoked_at is null and old.expires_at > current_timestamp)
  execute function tell_session_end()`,
  `create function tell_clerk_retired() returns trigger language plpgsql as $$
  begin
    perform pg_notify('numerito_session_ends', 'clerk:' || old.id::text || ' ' || id::text)
    from sessions where clerk_id = old.id and revoked_at is null;
    return null;
  end $$`,
  `create trigger clerks_retirement_is_told after update of active on clerks
  for each row when (old.active and not new.active) execute function tell_clerk_retired()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
