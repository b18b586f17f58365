import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** What became of some turns. */
export interface Counts {
  taken: number
  booked: number
  attended: number
  missed: number
  left: number
  expired: number
  transferred: number
  open: number
  /** Of those called who were told a range, and let nobody pass: how many, and how it came. */
  told: number
  within: number
  earlier: number
  /** The sums of the ranges' ends, in minutes. */
  told_from: number
  told_to: number
  /** Whole minutes from the number to its first call, of each that was called. */
  waits: number[]
  /** From the call to the end, of each that was attended. */
  attentions: number[]
  /** The same to the second, in all: a mean of whole minutes would be too short. */
  attention_seconds: number
}

/** Turns that were taken on one day, in one line, in one hour of the office's clock. */
export interface TurnsOfHour extends Counts {
  day: string
  line_id: number
  hour: number
}

/** What one clerk attended, of those that were taken on one day in one line. */
export interface TurnsOfClerk extends Pick<Counts, 'attended' | 'missed' | 'attentions'> {
  day: string
  line_id: number
  clerk_id: number
}

/** How long modulos were open in one hour of a day, each counted for itself. */
export interface OpenHour {
  day: string
  hour: number
  minutes: number
}

/**
 * How often a service was done for those who were taken on one day in one line, and for how many of them.
 */
export interface ServicesOfDay {
  day: string
  line_id: number
  service: string
  quantity: number
  turns: number
}

export interface CountedTurns {
  hours: TurnsOfHour[]
  clerks: TurnsOfClerk[]
  /** Empty for a day without records of open modulos. */
  open: OpenHour[]
  services: ServicesOfDay[]
}

export interface DaysOfLines {
  line_ids: readonly number[]
  /** YYYY-MM-DD, both of them in it. */
  from: string
  to: string
  time_zone: string
}

/**
 * SQL over the tickets `t`: the turns of some days, by the line that gave their number. They are found by
 * the key of the numbers (line, day, number), which is there anyway: an index of their own would cost every
 * number something. What was removed as false was nobody's, and what has neither a number nor a reservation
 * is nobody's turn.
 */
export const turnsOfDays = ({
  line_ids,
  from,
  to,
}: Omit<DaysOfLines, 'time_zone'>): RawBuilder<boolean> => sql`
  coalesce(t.given_in, t.line_id) = any(${line_ids}::integer[]) and t.day between ${from}::date and ${to}::date
  and t.state <> 'removed' and (t.number is not null or t.reservation_id is not null)`

/** As text: the driver reads an array of numbers letter by letter. */
interface Lists {
  waits: string | null
  attentions: string | null
}

type Row = Omit<Counts, keyof Lists> &
  Lists & { day: string; line_id: number } & (
    | { by_clerk: 0; hour: number; clerk_id: null }
    | { by_clerk: 1; hour: null; clerk_id: number | null }
  )

const minutesOf = (took: 'wait' | 'attention') =>
  sql`string_agg(floor(date_part('epoch', ${sql.ref(took)}) / 60)::integer::text, ',')`
/** What somebody forgot to end is counted as a day. */
const secondsOf = (took: 'attention') =>
  sql`least(greatest(date_part('epoch', ${sql.ref(took)}), 0), ${24 * 60 * 60}::integer)`
const ends = (end: 'told_from' | 'told_to') => sql`${sql.ref(end)} * interval '1 minute'`

/**
 * Counts the turns of some days, in one look at them: by line and hour, and by line and clerk.
 *
 * A turn is of the day and hour in which it was taken, whenever it was called: so what became of those who
 * came at nine stands beside how many they were, and a night that crosses midnight is not torn. What was
 * transferred is of the line that gave its number.
 */
export async function readTurns(
  db: Kysely<Tables>,
  { time_zone, ...days }: DaysOfLines,
): Promise<Pick<CountedTurns, 'hours' | 'clerks'>> {
  const { rows } = await sql<Row>`
    select grouping(hour)::integer as by_clerk, day, line_id, hour, clerk_id,
      count(*) filter (where numbered) as taken,
      count(*) filter (where not numbered) as booked,
      count(*) filter (where state = 'attended') as attended,
      count(*) filter (where state = 'skipped') as missed,
      count(*) filter (where state = 'given-up') as left,
      count(*) filter (where ended and state not in ('attended', 'skipped', 'given-up')) as expired,
      count(*) filter (where moved) as transferred,
      count(*) filter (where not ended) as open,
      count(came) as told,
      count(*) filter (where came = 0) as within,
      count(*) filter (where came < 0) as earlier,
      coalesce(sum(told_from) filter (where came is not null), 0)::integer as told_from,
      coalesce(sum(told_to) filter (where came is not null), 0)::integer as told_to,
      ${minutesOf('wait')} as waits,
      ${minutesOf('attention')} as attentions,
      coalesce(round(sum(${secondsOf('attention')})), 0)::bigint as attention_seconds
    from (
      select *, case when not stayed then null
                     when wait < ${ends('told_from')} then -1 when wait > ${ends('told_to')} then 1
                     when told_from is not null and wait is not null then 0 end as came
      from (
        select t.day, coalesce(t.given_in, t.line_id) as line_id, t.given_in is not null as moved, t.clerk_id, t.state, t.told_from, t.told_to,
          t.passes = 0 as stayed, date_part('hour', t.inserted_at at time zone ${time_zone}::text)::integer as hour,
          t.ended_at is not null as ended, t.number is not null as numbered,
          case when t.number is not null then coalesce(t.first_called_at, t.called_at) - t.inserted_at end as wait,
          case when t.state = 'attended' then t.ended_at - t.called_at end as attention
        from tickets t
        where ${turnsOfDays(days)}
        offset 0
      ) taken
      offset 0
    ) turn
    group by grouping sets ((day, line_id, hour), (day, line_id, clerk_id))
    order by day, line_id, hour, clerk_id`.execute(db)
  const hours: TurnsOfHour[] = []
  const clerks: TurnsOfClerk[] = []
  for (const { by_clerk, hour, clerk_id, ...row } of rows) {
    const counts = { ...row, waits: minutesIn(row.waits), attentions: minutesIn(row.attentions) }
    const { day, line_id, attended, missed, attentions } = counts
    if (by_clerk === 0) hours.push({ ...counts, hour })
    else if (clerk_id !== null) clerks.push({ day, line_id, clerk_id, attended, missed, attentions })
  }
  return { hours, clerks }
}

const minutesIn = (list: string | null): number[] => (list === null ? [] : list.split(',').map(Number))
