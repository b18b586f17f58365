import { type Kysely, type RawBuilder, sql } from 'kysely'
import { wallTime } from '#contract/rules/office-time.ts'
import { json } from './json-column.ts'
import type { Tables } from './tables.ts'

/**
 * SQL: the rows `calendar (time_zone, today)`, of each zone in which there are offices the date on its walls.
 * By this process's list of zones: where the database's is older, one office of a zone that it does not know
 * would have whatever goes through all of them fail.
 */
export async function calendarNow(db: Kysely<Tables>, at: Date): Promise<RawBuilder<unknown>> {
  const zones = await db.selectFrom('offices').select('time_zone').distinct().execute()
  const days = zones.map(({ time_zone }) => ({ time_zone, today: wallTime(at, time_zone).day }))
  return sql`jsonb_to_recordset(${json(days)}::jsonb) as calendar (time_zone text, today date)`
}
