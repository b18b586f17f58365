import { type Kysely, sql } from 'kysely'

/**
 * The second way to a phone: to which number, once its owner has shown that it is theirs, and what was sent
 * there. One call of a ticket goes out once, whoever runs its job, and however often.
 */
const statements = [
  `create table whatsapp_numbers (
    user_id uuid primary key references users (id) on delete cascade,
    -- encrypted with the installation's secret
    number bytea not null,
    -- keyed: by which it is recognised, and from which it cannot be read
    number_hash bytea not null,
    code_hash bytea,
    code_expires_at timestamptz,
    tries integer not null default 0 check (tries between 0 and 5),
    confirmed_at timestamptz,
    constraint whatsapp_numbers_code_ends check ((code_hash is null) = (code_expires_at is null)),
    constraint whatsapp_numbers_confirmed_or_asked check ((confirmed_at is null) = (code_hash is not null))
  )`,
  `create table whatsapp_messages (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    ticket_id uuid references tickets (id) on delete cascade,
    kind text not null check (kind in ('call', 'code')),
    calls integer check (calls >= 1),
    -- keyed, of the name that WhatsApp gave it: the number can be read from that
    message_hash bytea unique,
    sent_at timestamptz not null,
    status text not null check (status in ('postponed', 'sending', 'accepted', 'sent', 'failed', 'delivered', 'read')),
    status_at timestamptz not null,
    error_code integer,
    billed text,
    constraint whatsapp_messages_call_once unique (ticket_id, calls),
    constraint whatsapp_messages_of_call check ((kind = 'call') = (ticket_id is not null and calls is not null))
  )`,
  `create index whatsapp_messages_of_user on whatsapp_messages (user_id, sent_at)`,
  `create index whatsapp_messages_by_age on whatsapp_messages (sent_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
