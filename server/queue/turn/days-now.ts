import { type Kysely, type RawBuilder, sql } from 'kysely'
import { officeDateOf, wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'

/** SQL: the rows `today (id, day)`, of each office the date of the day that runs there. */
export async function daysNow(db: Kysely<Tables>, at: Date): Promise<RawBuilder<unknown>> {
  const offices = await db.selectFrom('offices').select(['id', 'time_zone', 'hours']).execute()
  const days = offices.map(({ id, time_zone, hours }) => ({
    id,
    day: officeDateOf(wallTime(at, time_zone), hours),
  }))
  return sql`jsonb_to_recordset(${json(days)}::jsonb) as today (id integer, day date)`
}
