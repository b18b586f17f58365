import { type Kysely, sql } from 'kysely'

/**
 * Links by which somebody comes to work at an office, gets a new password, or becomes the first
 * administrator where nobody is. Each works once.
 */
const statements = [
  `create table desk_invitations (
    id uuid primary key,
    kind text not null check (kind in ('join', 'password', 'first')),
    -- sha256 of what the link holds
    token_hash bytea not null unique,
    office_id integer references offices (id),
    role text not null check (role in ('clerk', 'supervisor', 'administrator')),
    -- whose new password it is
    clerk_id integer references clerks (id),
    -- null: the server's own, printed at its start
    invited_by integer references clerks (id),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    used_by integer references clerks (id),
    revoked_at timestamptz,
    constraint desk_invitations_to_an_office check ((office_id is null) = (kind = 'first')),
    constraint desk_invitations_of_whom check ((clerk_id is not null) = (kind = 'password')),
    constraint desk_invitations_used_by check ((used_at is null) = (used_by is null)),
    constraint desk_invitations_used_or_revoked check (used_at is null or revoked_at is null)
  )`,
  `create index desk_invitations_of_office on desk_invitations (office_id, expires_at)`,
  `create index sessions_of_clerk on sessions (clerk_id, created_at) where clerk_id is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
