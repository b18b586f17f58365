import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

export interface YearOfTickets {
  lineIds: readonly number[]
  tickets: number
  /** They end the day before this. */
  today: Date
}

const DAYS = 364
/** So many people took them: each comes back now and then. */
const PEOPLE = 20_000
/** Above the few that were taken in these lines one by one. */
const FIRST_NUMBER = 501
/**
 * So many tickets a statement: one that writes them all would need more memory than the embedded database
 * has.
 */
const AT_ONCE = 50_000

/** The tickets of a past year, called and done, spread evenly over lines, days and the hours from 9 to 17. */
export async function fillYear({ db }: Database, { lineIds, tickets, today }: YearOfTickets): Promise<void> {
  await sql`
    create table bench_people as
      select row_number() over () as n, gen_random_uuid() as id from generate_series(1, ${PEOPLE}::integer)`.execute(
    db,
  )
  await sql`create unique index on bench_people (n)`.execute(db)
  await sql`insert into users (id, temporal, created_at) select id, true, ${today}::timestamptz from bench_people`.execute(
    db,
  )
  const ids = sql`${lineIds}::integer[]`
  const lines = sql`${lineIds.length}::integer`
  for (let start = 0; start < tickets; start += AT_ONCE) {
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, user_id, request_id, state, place,
                           told_from, told_to, inserted_at, called_at, calls, ended_at)
      select gen_random_uuid(), l.office_id, l.id, spread.at::date, spread.number, 'A', p.id, gen_random_uuid(),
             case when i % 20 = 0 then 'skipped' else 'attended' end,
             (spread.at::date - date '2000-01-01')::numeric * 1000000 + spread.number,
             10 + i % 15, 25 + i % 15, spread.at, spread.at + interval '20 minutes', 1, spread.at + interval '26 minutes'
      from generate_series(${start}::integer, ${Math.min(start + AT_ONCE, tickets) - 1}::integer) as i
      cross join lateral (
        select ${FIRST_NUMBER}::integer + i / (${lines} * ${DAYS}::integer) as number,
               date_trunc('day', ${today}::timestamptz) - (1 + i / ${lines} % ${DAYS}::integer) * interval '1 day'
                 + interval '12 hours' + (i * 7919::bigint % 480) * interval '1 minute' as at
      ) spread
      join lines l on l.id = (${ids})[1 + i % ${lines}]
      join bench_people p on p.n = 1 + i * 104729::bigint % ${PEOPLE}::integer`.execute(db)
  }
  // As the server's own upkeep would have done in the course of the year.
  await sql`vacuum (analyze)`.execute(db)
  await sql`checkpoint`.execute(db)
}
