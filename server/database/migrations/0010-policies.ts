import { type Kysely, sql } from 'kysely'

/**
 * What 'Acepto la política' accepts. A version is one text for good: whoever accepted it can read it for as
 * long as they are known, whatever the offices say since.
 */
const statements = [
  `create table policies (
    version text primary key,
    -- { es, en, pt }
    texts jsonb not null,
    -- the one of every office that has none of its own
    for_all boolean not null default false
  )`,
  `create unique index policies_one_for_all on policies (for_all) where for_all`,
  `create function policies_keep_their_texts() returns trigger language plpgsql as $$
  begin
    raise exception 'the text of policy % is accepted as it is', old.version using errcode = 'check_violation';
  end $$`,
  `create trigger policies_keep_their_texts before update of texts on policies
  for each row when (old.texts is distinct from new.texts) execute function policies_keep_their_texts()`,
  `alter table offices add column policy_version text references policies (version)`,
  `create table policy_acceptances (
    user_id uuid not null references users (id) on delete cascade,
    version text not null references policies (version),
    accepted_at timestamptz not null,
    primary key (user_id, version)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
