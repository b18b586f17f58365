import { type Kysely, sql } from 'kysely'

/**
 * Signing in with a provider (AUTH-05), and documents that one of them vouches for (DOC-04). An identity is
 * the provider and its name for the person, which is kept as a keyed hash and leads back to nobody.
 */
const statements = [
  `create table provider_identities (
    provider text not null check (provider in ('google', 'facebook', 'microsoft', 'document')),
    subject_hash bytea not null,
    user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null,
    primary key (provider, subject_hash),
    -- so that a provider can be taken away by its name
    constraint provider_identities_one_per_user unique (user_id, provider)
  )`,
  `create table sign_in_attempts (
    id uuid primary key,
    provider text not null,
    state_hash bytea not null unique,
    -- of the browser that began it: nobody is let in by a link that somebody else sent them
    browser_hash bytea not null,
    -- sealed: what the provider's answer is checked against
    secrets bytea not null,
    asked_by uuid references users (id) on delete cascade,
    mode text not null check (mode in ('popup', 'redirect')),
    -- the page that began it, and where one was
    origin text not null,
    next text not null,
    language text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- the state was shown: it is good for nothing any more
    returned_at timestamptz,
    -- sealed: whom the provider named
    outcome bytea,
    failure text,
    claims integer not null default 0,
    used_at timestamptz,
    check (outcome is null or failure is null)
  )`,
  `create index sign_in_attempts_over on sign_in_attempts (expires_at)`,
  `alter table users
    add column document_proven_at timestamptz,
    add column document_proven_by text,
    add constraint users_document_proven_by check ((document_proven_at is null) = (document_proven_by is null))`,
  // Whoever proves it has it; who merely said it may be anybody.
  `create unique index users_document_proven on users (identity_hash) where document_proven_at is not null`,
  // What was proven is that document: with another one nothing is.
  `create function users_document_proof_is_of_it() returns trigger language plpgsql as $$
  begin
    new.document_proven_at := null;
    new.document_proven_by := null;
    return new;
  end $$`,
  `create trigger users_document_proof_is_of_it before update of identity_hash on users
  for each row when (
    old.document_proven_at is not null
    and old.identity_hash is distinct from new.identity_hash
    and old.document_proven_at is not distinct from new.document_proven_at
  ) execute function users_document_proof_is_of_it()`,
  `alter table offices add column proven_document boolean not null default false`,
  `alter table lines add column proven_document boolean not null default false`,
  // Taken under a document that a provider vouched for: what somebody else declared stands beside it, and
  // never in its way.
  `alter table tickets add column proven boolean not null default false`,
  `drop index tickets_one_waiting_per_identity`,
  `create unique index tickets_one_waiting_per_identity on tickets (line_id, identity_hash)
    where state = 'waiting' and not disputed and not proven`,
  `alter table reservations add column proven boolean not null default false`,
  `drop index reservations_once_per_identity`,
  `create unique index reservations_once_per_identity on reservations (identity_hash, once_in)
    where state in ('pending', 'confirmed', 'user-confirmed') and once_in is not null and not disputed and not proven`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
