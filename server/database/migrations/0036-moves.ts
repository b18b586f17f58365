import { type Kysely, sql } from 'kysely'

/**
 * Where an installation moved to another database, and from which it came (KEEP-02). What moved away serves
 * no more: two that hold the same subscriptions would ring the same phones. One row of each kind at most; a
 * move has the same id at both ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table moves (
    way text primary key check (way in ('away', 'here')),
    id uuid not null,
    place text not null,
    began_at timestamptz not null,
    done_at timestamptz
  )`.execute(db)
}
