import { type Kysely, sql } from 'kysely'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Calibration } from '#server/wait/calibrate.ts'
import type { FlowHabits } from '#server/wait/flow.ts'
import { isDue } from '../turn/due-reservation.ts'
import { dayBounds } from './day-bounds.ts'
import type { LinePace } from './wait-estimate.ts'

const PAST_DAYS = 14
/**
 * Calls looked at in a window of an hour, the newest: far more than a line makes, and never all that it ever
 * made.
 */
const MOST_CALLS = 500
/** Of so many minutes it is looked at how long attentions took: enough of them that one says little. */
const WORK_MINUTES = 120
/** What takes longer was forgotten, most likely. */
const LONGEST_MINUTES = 180

/** What hardly changes within a minute. */
interface UsualRow {
  habits: FlowHabits | null
  calibration: Calibration | null
  times: OpeningTimes & { closing: 'finish' | 'send-home' }
}

interface Row {
  line_id: number
  fallback_minutes: number
  open_modulos: number
  desks: number
  free: number
  back_at: Date | null
  work_calls: number
  work_minutes: number
  waiting: number
  first: number
  beside: number
  minute_of_day: number
  /** Null where it was not asked for. */
  usual: UsualRow | null
  lately_calls: number
  lately_minutes: number
  usually_calls: number
  usually_minutes: number
  idle_minutes: number
}

/** What past days and the office's hours say of a line: @see createSharedPaces */
export type LineUsual = Pick<LinePace, 'usually' | 'habits' | 'calibration'> & {
  /** When those who still wait are sent home; null where they are not, or not today. */
  closesAt: Date | null
  /** When the office's hours begin; null while they last. */
  hoursFrom: Date | null
}

export interface ReadPace {
  moving: Omit<LinePace, keyof LineUsual | 'closesIn' | 'opensAt'> & { backAt: Date | null }
  usual: LineUsual
}

/** How a line moves, by what was read of it now and what is known of its days. */
export function paceOf({ backAt, ...moving }: ReadPace['moving'], usual: LineUsual, at: Date): LinePace {
  const { closesAt, hoursFrom, ...known } = usual
  const minutesUntil = (time: Date) => Math.max(0, (time.getTime() - at.getTime()) / 60_000)
  return {
    ...moving,
    ...known,
    closesIn: closesAt && minutesUntil(closesAt),
    opensAt: moving.desks > 0 ? null : (hoursFrom ?? backAt),
  }
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
  const serves = (line: string) => sql`(d.line_ids is null or d.line_ids @> to_jsonb(${sql.ref(line)}))`
  const { rows } = await sql<Row>`
    with asked as materialized (
      select l.id, l.office_id, l.priority, l.fallback_minutes from lines l
      where l.id = any(${[...new Set(lineIds)]}::integer[])
    ), desk as materialized (
      select m.office_id, m.break_until, coalesce(m.prescribed_lines, (
          select c.line_ids from clerk_lines c where c.clerk_id = m.clerk_id and c.office_id = m.office_id
        )) as line_ids,
        not exists (select from tickets c where c.modulo_id = m.id and c.state = 'called') as free
      from modulos m where m.office_id in (select office_id from asked) and m.clerk_id is not null
    ), around as materialized (
      select o.id, o.office_id, o.priority, coalesce(h.per_call, o.fallback_minutes)::float8 as per_call,
        (select count(*) from tickets w where w.line_id = o.id and w.state = 'waiting') as waiting,
        (select count(*) from reservations r where r.office_id = o.office_id and r.line_id = o.id and ${isDue(at)}) as due
      from lines o left join line_habits h on h.line_id = o.id
      where o.office_id in (select office_id from asked) and (o.active or o.id in (select id from asked))
    )
    select l.id as line_id, l.fallback_minutes,
      (select count(*) from desk d where d.office_id = l.office_id and d.break_until is null) as open_modulos,
      served.*, worked.*, before.*, own.waiting,
      (extract(epoch from (${now} at time zone o.time_zone)::time) / 60)::float8 as minute_of_day,
      case when ${pastDays}::integer > 0 then jsonb_build_object(
        'habits', h.habits, 'calibration', h.calibration, 'times', jsonb_build_object(
          'time_zone', o.time_zone, 'hours', o.hours, 'closures', o.closures, 'closing', o.closing
        )
      ) end as usual,
      moved.*,
      coalesce(greatest(0, extract(epoch from ${now} - greatest(head.inserted_at, last.called_at)) / 60), 0)::float8
        as idle_minutes
    from asked l
    join offices o on o.id = l.office_id
    join around own on own.id = l.id
    left join line_habits h on h.line_id = l.id
    cross join lateral (
      select count(*) filter (where d.break_until is null) as desks,
        count(*) filter (where d.break_until is null and d.free) as free, min(d.break_until) as back_at
      from desk d where d.office_id = l.office_id and ${serves('l.id')}
    ) served
    cross join lateral (
      select count(*) as work_calls,
        coalesce(sum(extract(epoch from t.ended_at - t.called_at) / 60), 0)::float8 as work_minutes
      from tickets t
      where t.line_id = l.id and t.state in ('attended', 'skipped') and t.reservation_id is null
        and t.called_at > ${now} - ${LONGEST_MINUTES}::integer * interval '1 minute' and t.called_at <= t.ended_at
        and t.ended_at > ${now} - ${WORK_MINUTES}::integer * interval '1 minute' and t.ended_at <= ${now}
    ) worked
    cross join lateral (
      -- people of other lines, as far as the desks that call them call from this line, too
      select coalesce(sum(work) filter (where comes_first), 0)::float8 as first,
        coalesce(sum(work) filter (where not comes_first), 0)::float8 as beside
      from (
        select a.priority > l.priority or a.id = l.id as comes_first,
          a.per_call * (a.due + case when a.id = l.id then 0 else a.waiting end) * (
            select count(*) filter (where ${serves('l.id')})::float8 / greatest(1, count(*)) from desk d
            where d.office_id = l.office_id and d.break_until is null and ${serves('a.id')}
          ) as work
        from around a where a.office_id = l.office_id and a.priority >= l.priority
      ) works
    ) before
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
    ) last on true`.execute(db)
  return new Map(rows.map(row => [row.line_id, readOf(row, at)]))
}

function readOf(row: Row, at: Date): ReadPace {
  const { habits = null, calibration = null, times } = row.usual ?? {}
  return {
    moving: {
      lately: { calls: row.lately_calls, minutes: row.lately_minutes },
      idleMinutes: row.idle_minutes,
      openModulos: row.open_modulos,
      fallbackMinutes: row.fallback_minutes,
      minuteOfDay: row.minute_of_day,
      desks: row.desks,
      free: row.free,
      work: { calls: row.work_calls, minutes: row.work_minutes },
      waiting: row.waiting,
      first: row.first,
      beside: row.beside,
      backAt: row.back_at,
    },
    usual: {
      usually: { calls: row.usually_calls, minutes: row.usually_minutes },
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
