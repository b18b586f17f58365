import { type Kysely, sql } from 'kysely'

/**
 * Who comes back on another device. An account is a user that is no longer temporary: the same row and id, so
 * that numbers, times and subscriptions stay with whoever registers. The e-mail is found by its keyed hash
 * alone; it is read in the sealed person.
 */
const statements = [
  `create table accounts (
    user_id uuid primary key references users (id) on delete cascade,
    email_hash bytea not null constraint accounts_email_once unique,
    email_confirmed_at timestamptz,
    -- null for who came by a provider, and chose none
    password_hash text,
    created_at timestamptz not null
  )`,
  // Sent by e-mail, and kept by the hash of what the link carries.
  `create table account_links (
    token_hash bytea primary key,
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('confirm-email', 'reset-password')),
    -- of the address to which it was sent: it proves no other
    email_hash bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index account_links_of_user on account_links (user_id)`,
  `create index account_links_by_age on account_links (expires_at)`,
  `alter table sessions
    -- to the hour; null for those that were open before it was kept
    add column last_seen_at timestamptz,
    -- in words, never what the browser sent
    add column device text check (length(device) <= 60)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
