import { type Kysely, sql } from 'kysely'
import { type OpeningTimes, wallTime } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Calibration } from '#server/wait/calibrate.ts'
import type { DeskWork, FlowHabits } from '#server/wait/flow.ts'
import { LONGEST_ATTENTION } from '#server/wait/habits.ts'
import { isDue } from '../turn/due-reservation.ts'
import { isStoodAt } from '../turn/stood-at.ts'
import { calledAround, type DeskAround, type LineAround } from './called-around.ts'
import { dayBounds } from './day-bounds.ts'
import { paceOf, type ReadPace } from './pace-of.ts'
import type { LinePace } from './wait-estimate.ts'

const PAST_DAYS = 14
/**
 * Calls looked at in a window of an hour, the newest: far more than a line makes, and never all that it ever
 * made.
 */
const MOST_CALLS = 500
/**
 * Of so many minutes it is looked at how long attentions took: half a day, for it is days that are slow or
 * quick. A minute hardly moves that, so it is read with what is usual.
 */
const WORK_MINUTES = 240

/** What hardly changes within a minute. */
interface UsualRow {
  habits: FlowHabits | null
  calibration: Calibration | null
  times: OpeningTimes & { closing: 'finish' | 'send-home' }
}

interface Row {
  line_id: number
  fallback_minutes: number
  /** Null where nobody sits anywhere. */
  desks: DeskAround[] | null
  /** Of its office. */
  lines: LineAround[]
  /** Null where nobody was attended lately, or it was not asked for. */
  work: DeskWork | null
  time_zone: string
  /** Null where it was not asked for. */
  usual: UsualRow | null
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
export async function readPaces(
  db: Kysely<Tables>,
  lineIds: readonly number[],
  at: Date,
  pastDays = PAST_DAYS,
): Promise<Map<number, ReadPace>> {
  if (lineIds.length === 0) return new Map()
  const now = sql`${at}::timestamptz`
  // Two texts, so that each has a plan of its own: planning the one for both anew took four times as long as
  // reading what moves.
  const past = sql.lit(pastDays)
  const { rows } = await sql<Row>`
    with asked as materialized (
      select l.id, l.office_id, l.fallback_minutes, o.time_zone,
        case when ${past} > 0 then jsonb_build_object(
          'habits', h.habits, 'calibration', h.calibration, 'times', jsonb_build_object(
            'time_zone', o.time_zone, 'hours', o.hours, 'closures', o.closures, 'closing', o.closing
          )
        ) end as usual
      from lines l join offices o on o.id = l.office_id left join line_habits h on h.line_id = l.id
      -- unnested: by the length of a list that it sees, the database would plan for each asker anew
      where l.id = any(array(select unnest(${[...new Set(lineIds)]}::integer[])))
    ), desk as materialized (
      select m.office_id, jsonb_agg(jsonb_build_object(
        'line_ids', coalesce(m.prescribed_lines, c.line_ids), 'back_at', m.break_until,
        'free', not ${isStoodAt}
      )) as desks
      from modulos m left join clerk_lines c on c.clerk_id = m.clerk_id and c.office_id = m.office_id
      where m.office_id = any(array(select office_id from asked)) and m.clerk_id is not null
      group by m.office_id
    ), queue as materialized (
      select w.line_id, count(*) as waiting from tickets w
      where w.state = 'waiting' and w.line_id = any(array(
        select o.id from lines o where o.office_id = any(array(select office_id from asked))
      ))
      group by w.line_id
    ), due as materialized (
      select r.line_id, count(*) as due from reservations r
      where r.office_id = any(array(select office_id from asked)) and ${isDue(at)} group by r.line_id
    ), around as materialized (
      select o.office_id, jsonb_agg(jsonb_build_object(
        'id', o.id, 'priority', o.priority, 'waiting', coalesce(q.waiting, 0), 'due', coalesce(d.due, 0),
        'per_call', coalesce(h.per_call, o.fallback_minutes)
      )) as lines
      from lines o left join line_habits h on h.line_id = o.id
      left join queue q on q.line_id = o.id left join due d on d.line_id = o.id
      where o.office_id = any(array(select office_id from asked)) and (o.active or o.id in (select id from asked))
      group by o.office_id
    ), worked as materialized (
      select t.line_id, jsonb_build_object(
        'calls', count(*), 'minutes', sum(extract(epoch from t.ended_at - t.called_at) / 60)
      ) as work
      from tickets t
      where ${past} > 0 and t.office_id = any(array(select office_id from asked))
        and t.ended_at > ${now} - ${WORK_MINUTES}::integer * interval '1 minute' and t.ended_at <= ${now}
        and t.called_at > t.ended_at - ${LONGEST_ATTENTION}::integer * interval '1 minute' and t.called_at <= t.ended_at
        and t.state in ('attended', 'skipped') and t.reservation_id is null
      group by t.line_id
    )
    select l.id as line_id, l.fallback_minutes, l.usual,
      -- asked for one by one: joined, the plan itself would take longer than the reading
      (select d.desks from desk d where d.office_id = l.office_id) as desks,
      (select a.lines from around a where a.office_id = l.office_id) as lines,
      (select w.work from worked w where w.line_id = l.id) as work,
      l.time_zone,
      moved.lately_calls, moved.lately_minutes, moved.usually_calls, moved.usually_minutes,
      coalesce(greatest(0, extract(epoch from ${now} - greatest(head.inserted_at, last.called_at)) / 60), 0)::float8
        as idle_minutes
    from asked l
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
          from generate_series(0, ${past}) as past (days)
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
    ) last on true`.execute(db)
  return new Map(rows.map(row => [row.line_id, readOf(row, at)]))
}

function readOf(row: Row, at: Date): ReadPace {
  const { habits = null, calibration = null, times } = row.usual ?? {}
  const own = row.lines.find(({ id }) => id === row.line_id)
  if (!own) throw new Error(`line ${row.line_id} is not of its own office`)
  return {
    moving: {
      ...calledAround(own, row.lines, row.desks ?? []),
      lately: { calls: row.lately_calls, minutes: row.lately_minutes },
      idleMinutes: row.idle_minutes,
      fallbackMinutes: row.fallback_minutes,
      minuteOfDay: wallTime(at, row.time_zone).minutes + (at.getTime() % 60_000) / 60_000,
    },
    usual: {
      usually: { calls: row.usually_calls, minutes: row.usually_minutes },
      work: row.work ?? { calls: 0, minutes: 0 },
      habits,
      calibration,
      ...(times ? dayBounds(times, at) : { closesAt: null, hoursFrom: null }),
    },
  }
}

/** The same with all that is usual, for whoever shares it with nobody. */
export async function linePaces(
  db: Kysely<Tables>,
  lineIds: readonly number[],
  at: Date,
): Promise<Map<number, LinePace>> {
  const read = await readPaces(db, lineIds, at)
  return new Map([...read].map(([id, { moving, usual }]) => [id, paceOf(moving, usual, at)]))
}
