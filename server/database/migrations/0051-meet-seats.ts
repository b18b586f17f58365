import { type Kysely, sql } from 'kysely'

/**
 * Who of an office sits in a video call: one clerk in each, by the key, at whatever server. Kept for minutes
 * and renewed by the server at which they sit, so that one that dies leaves no seat taken.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table meet_seats (
    meeting uuid primary key,
    id uuid not null,
    clerk_id integer not null references clerks (id),
    held_until timestamptz not null
  )`.execute(db)
}
