import { type Kysely, sql } from 'kysely'
import { addDays } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { FinishedWait } from '#server/wait/calibrate.ts'
import { LONGEST_ATTENTION, type PastDay, type PastTurn } from '#server/wait/habits.ts'

/** So far back it is looked: what was before is another season. */
export const PAST_DAYS = 14
/** A turn may have begun so long before its desk closed: nothing of it is looked for earlier. */
const DAY_HOURS = 24

/** A line, and the office's own day of which nothing is over yet. */
export interface LineOfOffice {
  line_id: number
  office_id: number
  priority: number
  time_zone: string
  /** YYYY-MM-DD. */
  today: string
}

type Dated<T> = T & { day: string }
type Stretch = PastDay['open'][number]
type Above = PastDay['above'][number]

const spanOf = ({ today }: Pick<LineOfOffice, 'today'>) => ({
  from: addDays(today, -PAST_DAYS),
  to: addDays(today, -1),
})

/** SQL: minutes from the midnight of a day on the office's own clock. */
const minute = (time: string, day: string, zone: string) =>
  sql`(extract(epoch from (${sql.ref(time)} at time zone ${zone}::text) - ${sql.ref(day)}::timestamp) / 60)::float8`

/**
 * What the numbers of a line were on the days before today. One that was transferred waited elsewhere, too,
 * and says nothing.
 */
async function readTurns(db: Kysely<Tables>, line: LineOfOffice): Promise<Dated<PastTurn>[]> {
  const { from, to } = spanOf(line)
  const of = (time: string) => minute(time, 't.day', line.time_zone)
  const { rows } = await sql<Dated<PastTurn>>`
    select t.day, ${of('t.inserted_at')} as came, ${of('t.called_at')} as called, ${of('t.first_called_at')} as first,
      case when t.state in ('attended', 'skipped') then ${of('t.ended_at')} end as ended,
      case when t.state = 'given-up' and t.called_at is null then ${of('t.ended_at')} end as left
    from tickets t
    where coalesce(t.given_in, t.line_id) = ${line.line_id}::integer and t.given_in is null
      and t.day between ${from}::date and ${to}::date
      and t.number is not null and t.reservation_id is null and t.state not in ('removed', 'taken-back')`.execute(
    db,
  )
  return rows
}

/** SQL over modulo_hours `h`: the line was called from there. Before that was kept, every line was. */
const served = ({ line_id }: LineOfOffice) =>
  sql`(h.line_ids is null or h.line_ids @> to_jsonb(${line_id}::integer))`

/** When desks were open that call from the line; one that was open over midnight is of both days. */
async function readOpen(db: Kysely<Tables>, line: LineOfOffice): Promise<Dated<Stretch>[]> {
  const { from, to } = spanOf(line)
  const zone = sql`${line.time_zone}::text`
  const { rows } = await sql<Dated<Stretch>>`
    select days.day::date as day, greatest(0, ${minute('h.opened_at', 'days.day', line.time_zone)}) as from,
      least(${DAY_HOURS * 60}::integer, ${minute('h.closed_at', 'days.day', line.time_zone)}) as to
    from generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
    join modulo_hours h on h.office_id = ${line.office_id}::integer and ${served(line)}
      and h.closed_at > days.day::timestamp at time zone ${zone}
      and h.opened_at < (days.day::timestamp + interval '1 day') at time zone ${zone}`.execute(db)
  return rows
}

/** Who was called at those desks before people of the line: of lines with priority, and with a time. */
async function readAbove(db: Kysely<Tables>, line: LineOfOffice): Promise<Dated<Above>[]> {
  const { from, to } = spanOf(line)
  const { rows } = await sql<Dated<Above>>`
    select t.day, greatest(0, ${minute('t.inserted_at', 't.day', line.time_zone)}) as came,
      (extract(epoch from t.ended_at - t.called_at) / 60)::float8 as minutes
    from lines l join tickets t on coalesce(t.given_in, t.line_id) = l.id
    where l.office_id = ${line.office_id}::integer and t.day between ${from}::date and ${to}::date
      and (l.priority > ${line.priority}::integer or t.reservation_id is not null)
      and t.state in ('attended', 'skipped') and t.ended_at > t.called_at and t.ended_at < t.called_at + ${LONGEST_ATTENTION}::integer * interval '1 minute'
      and exists (
        select from modulo_hours h
        where h.office_id = l.office_id and h.closed_at > t.called_at and h.opened_at <= t.called_at
          and h.modulo_id = t.modulo_id and ${served(line)}
      )`.execute(db)
  return rows
}

/** The days of a line that are over, as far as there is something to learn from them. */
export async function readPastDays(db: Kysely<Tables>, line: LineOfOffice): Promise<PastDay[]> {
  const turns = Map.groupBy(await readTurns(db, line), ({ day }) => day)
  if (turns.size === 0) return []
  const open = Map.groupBy(await readOpen(db, line), ({ day }) => day)
  const above = Map.groupBy(await readAbove(db, line), ({ day }) => day)
  return [...turns].map(([day, ofDay]) => ({
    turns: ofDay,
    open: open.get(day) ?? [],
    above: above.get(day) ?? [],
  }))
}

/**
 * What the flow said when numbers were taken, and what came, in the order in which they were called: of
 * those who did wait. One that was called twice, or let others pass, says nothing of what was foreseen; nor
 * does one that was called before it was given, by a clock that was set.
 * @param line whose `line_id` is null for all of the office
 */
export async function readFinishedWaits(
  db: Kysely<Tables>,
  line: Omit<LineOfOffice, 'line_id'> & { line_id: number | null },
): Promise<FinishedWait[]> {
  const { from, to } = spanOf(line)
  const { rows } = await sql<FinishedWait>`
    select t.told_flow::float8 as flow, (extract(epoch from t.called_at - t.inserted_at) / 60)::float8 as real
    from lines l join tickets t on coalesce(t.given_in, t.line_id) = l.id
    where l.office_id = ${line.office_id}::integer and (l.id = ${line.line_id}::integer or ${line.line_id}::integer is null)
      and t.day between ${from}::date and ${to}::date
      and t.given_in is null and t.told_flow is not null and t.reservation_id is null
      and t.calls = 1 and t.passes = 0 and t.called_at >= t.inserted_at and coalesce(t.told_to, 1) > 0
    order by t.called_at`.execute(db)
  return rows
}
