import { type Kysely, sql } from 'kysely'

/**
 * How an attention was, in the words of whom it was for. When it is asked follows from the ticket; a row says
 * that it was answered, or that somebody would rather not.
 */
const statements = [
  `create table polls (
    -- one attention is rated once
    ticket_id uuid primary key references tickets (id),
    rating smallint check (rating between 1 and 5),
    -- encrypted: people write names into it
    description bytea check (octet_length(description) <= 4096),
    answered_at timestamptz,
    declined_at timestamptz,
    constraint polls_rated_when_answered check ((rating is null) = (answered_at is null)),
    constraint polls_described_when_rated check (description is null or rating is not null),
    constraint polls_say_something check (answered_at is not null or declined_at is not null)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
