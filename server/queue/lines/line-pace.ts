import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { LinePace } from './wait-estimate.ts'

const PAST_DAYS = 14
/**
 * Calls looked at in a window of an hour, the newest: far more than a line makes, and never all that it ever
 * made.
 */
const MOST_CALLS = 500

interface Row {
  line_id: number
  fallback_minutes: number
  open_modulos: number
  lately_calls: number
  lately_minutes: number
  usually_calls: number
  usually_minutes: number
  idle_minutes: number
}

/**
 * How fast these lines move, in one statement. A call counts from the moment in which it could have been
 * made: the call before it, or the arrival of the one called, whichever came later. So a quiet hour does not
 * look like a slow desk.
 *
 * Reservations that were called in between are no step of the line: what they took lengthens the gap between
 * two of its numbers, and that is what those who wait feel.
 *
 * It reads the calls of the last hour and of this hour on the past days, however long the line has been
 * there: each day asks the index for its own window. Planned as a plain join, where nothing is known of the
 * bounds, it would read every call that the line ever made.
 *
 * @param pastDays 0 where only what moves now is asked: nothing is then said of what is usual
 */
export async function linePaces(
  db: Kysely<Tables>,
  lineIds: readonly number[],
  at: Date,
  pastDays = PAST_DAYS,
): Promise<Map<number, LinePace>> {
  if (lineIds.length === 0) return new Map()
  const now = sql`${at}::timestamptz`
  const { rows } = await sql<Row>`
    select l.id as line_id, l.fallback_minutes,
      (select count(*) from modulos m where m.office_id = l.office_id and m.clerk_id is not null and m.break_until is null) as open_modulos,
      moved.*,
      coalesce(greatest(0, extract(epoch from ${now} - greatest(head.inserted_at, last.called_at)) / 60), 0)::float8
        as idle_minutes
    from lines l
    cross join lateral (
      select count(gap) filter (where days = 0) as lately_calls,
             coalesce(sum(gap) filter (where days = 0), 0)::float8 as lately_minutes,
             count(gap) filter (where days > 0) as usually_calls,
             coalesce(sum(gap) filter (where days > 0), 0)::float8 as usually_minutes
      from (
        select days, case when before is null then null
                          else extract(epoch from called_at - greatest(before, inserted_at)) / 60 end as gap
        from (
          select past.days, t.inserted_at, t.called_at,
                 lag(t.called_at) over (partition by past.days order by t.called_at) as before
          from generate_series(0, ${pastDays}::integer) as past (days)
          cross join lateral (
            select t.inserted_at, t.called_at from tickets t
            where t.line_id = l.id and t.reservation_id is null
              and t.called_at > ${now} - past.days * interval '24 hours'
                                - case when past.days = 0 then interval '60 minutes' else interval '30 minutes' end
              and t.called_at <= ${now} - past.days * interval '24 hours'
                                + case when past.days = 0 then interval '0' else interval '30 minutes' end
            order by t.called_at desc limit ${MOST_CALLS}::integer
          ) t
        ) calls
      ) gaps
    ) moved
    left join lateral (
      select min(t.inserted_at) as inserted_at from tickets t where t.line_id = l.id and t.state = 'waiting'
    ) head on true
    left join lateral (
      -- nobody waits: then no time passes in vain, whenever the last call was
      select t.called_at from tickets t
      where head.inserted_at is not null and t.line_id = l.id and t.called_at is not null
        and t.reservation_id is null
      order by t.called_at desc limit 1
    ) last on true
    where l.id = any(${[...new Set(lineIds)]}::integer[])`.execute(db)
  return new Map(
    rows.map(row => [
      row.line_id,
      {
        lately: { calls: row.lately_calls, minutes: row.lately_minutes },
        usually: { calls: row.usually_calls, minutes: row.usually_minutes },
        idleMinutes: row.idle_minutes,
        openModulos: row.open_modulos,
        fallbackMinutes: row.fallback_minutes,
      },
    ]),
  )
}
