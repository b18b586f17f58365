import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { OfficeCalendar } from './kept-days.ts'
import type { OpenHour } from './read-turns.ts'

interface OpenDays extends Pick<OfficeCalendar, 'office'> {
  /** YYYY-MM-DD, both of them in it. */
  from: string
  to: string
  /** Until now, for those that are open. */
  at: Date
}

/**
 * How long the modulos of an office were open, breaks apart, by the hours of its own clock. Added up by
 * quarters of an hour: in every zone an hour begins with one, also after a night that is an hour longer.
 */
export async function readOpenHours(
  db: Kysely<Tables>,
  { office: { id, time_zone }, from, to, at }: OpenDays,
): Promise<OpenHour[]> {
  const { rows } = await sql<OpenHour>`
    with span as (
      select ${from}::date::timestamp at time zone ${time_zone}::text as began,
        (${to}::date + 1)::timestamp at time zone ${time_zone}::text as ended
    ), worked as (
      select opened_at, closed_at from modulo_hours
      where office_id = ${id}::integer and closed_at > (select began from span) and opened_at < (select ended from span)
      union all
      select changed_at, ${at}::timestamptz from modulos
      where office_id = ${id}::integer and clerk_id is not null and break_until is null
        and changed_at < least(${at}::timestamptz, (select ended from span))
    ), quarters as (
      select quarter at time zone ${time_zone}::text as wall,
        least(closed_at, quarter + interval '15 minutes') - greatest(opened_at, quarter) as took
      from worked, span,
        generate_series(
          date_bin('15 minutes', greatest(opened_at, began), timestamptz '2000-01-01 00:00Z'),
          least(closed_at, ended), interval '15 minutes'
        ) as quarter
    )
    select wall::date as day, date_part('hour', wall)::integer as hour,
      round(sum(date_part('epoch', took)) / 60)::integer as minutes
    from quarters
    where took > interval '0' and wall::date between ${from}::date and ${to}::date
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
