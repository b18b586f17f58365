import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * As many calls of others, and as much told of others, as an office has in its days; no number comes twice.
 */
export async function fillLog(db: Kysely<Tables>, office_id: number, line_id: number): Promise<void> {
  await sql`
    insert into facts (office_id, seq, kind, at, line_id, ticket_id, detail)
    select ${office_id}::integer, 1000000 + n, (array['ticket:created', 'call:created', 'ticket:almost_there'])[1 + n % 3],
           now(), ${line_id}::integer, gen_random_uuid(), '{"ticket": "A001", "ahead": 5}'
    from generate_series(1, 6000) as n`.execute(db)
  await sql`analyze facts`.execute(db)
}
