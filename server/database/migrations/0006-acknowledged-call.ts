import { type Kysely, sql } from 'kysely'

/**
 * Which call of its ticket a delivery brought: what was acknowledged of an earlier one says nothing of a
 * later one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_deliveries
    add column calls integer check (calls >= 1),
    add constraint push_deliveries_calls_of_ticket check (calls is null or ticket_id is not null)`.execute(db)
}
