import { type Kysely, sql } from 'kysely'

/**
 * Tokens of the office's own machines, which are links that nobody opens; and webhooks, by which other
 * systems are told what happens at an office. A webhook is told the facts of its office in their order: how
 * far it was told is all that is kept of it, for the log itself says the rest.
 */
const statements = [
  `alter table office_links
    drop constraint office_links_use_check,
    add constraint office_links_use_check check (use in ('wall', 'kiosk', 'machine')),
    -- numbers too, and not only looks
    add column gives boolean not null default false,
    add constraint office_links_gives check (use = 'machine' or not gives)`,
  `create table webhooks (
    id uuid primary key,
    office_id integer not null references offices (id),
    url text not null,
    -- names of WEBHOOK_TOPICS
    topics jsonb not null,
    -- sealed: whoever reads the database alone cannot speak for us
    secret bytea not null,
    -- goes on signing beside the new one, for whoever receives is told later
    former_secret bytea,
    former_until timestamptz,
    made_at timestamptz not null,
    -- of the newest fact that it was told, or that is none of its topics
    told_seq bigint not null,
    failures integer not null default 0,
    failing_since timestamptz,
    off_at timestamptz,
    -- a status, or why there was none; and when
    last_answer text,
    last_answer_at timestamptz,
    constraint webhooks_former check ((former_secret is null) = (former_until is null)),
    constraint webhooks_failing check ((failing_since is null) = (failures = 0))
  )`,
  `create index webhooks_of_office on webhooks (office_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
