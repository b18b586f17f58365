import { type Kysely, type RawBuilder, sql } from 'kysely'
import { officeDateOf, wallTime } from '#contract/rules/office-time.ts'
import { instantOfWallTime } from '#contract/rules/wall-stretches.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'

/**
 * SQL: the rows `today (id, day, began)`, of each office the date of the day that runs there, and when that
 * date began by the office's own clock.
 */
export async function daysNow(db: Kysely<Tables>, at: Date): Promise<RawBuilder<unknown>> {
  const offices = await db.selectFrom('offices').select(['id', 'time_zone', 'hours']).execute()
  const days = offices.map(({ id, time_zone, hours }) => {
    const day = officeDateOf(wallTime(at, time_zone), hours)
    return { id, day, began: instantOfWallTime(day, 0, time_zone) }
  })
  return sql`jsonb_to_recordset(${json(days)}::jsonb) as today (id integer, day date, began timestamptz)`
}
