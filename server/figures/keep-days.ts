import { type RawBuilder, sql } from 'kysely'
import { calendarNow } from '#server/database/calendar-now.ts'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { InTrouble } from '#server/database/in-trouble.ts'
import { inLane } from '#server/database/lanes.ts'
import type { FiguresContext } from './figures-context.ts'
import { countDays, keepCounted, type OfficeCalendar, OVER_AFTER_DAYS } from './kept-days.ts'

/** Days that one run counts: a second or two of the busiest office, or yesterday's of many. */
const DAYS_A_RUN = 56

const inTrouble = new InTrouble()

interface OfficeBehind extends Omit<OfficeCalendar, 'lines'> {
  line_ids: number[]
}

/** SQL: the newest of an office's days that are over. @param today the date of its own calendar */
const lastOver = (today: RawBuilder<unknown>) => sql`(${today} - ${OVER_AFTER_DAYS}::integer)`

/** SQL over the line `l`: the first day of which it gave a number, found by the key of the numbers. */
const firstDay = sql`(
  select t.day from tickets t where coalesce(t.given_in, t.line_id) = l.id
  order by coalesce(t.given_in, t.line_id), t.day limit 1
)`

/**
 * Where the day that is over since midnight is not kept yet; those of which least is kept first, and behind
 * all others those in which a day failed.
 */
async function officesBehind(
  { database }: FiguresContext,
  calendar: RawBuilder<unknown>,
): Promise<OfficeBehind[]> {
  const last = lastOver(sql`calendar.today`)
  const { rows } = await sql<{ id: number; time_zone: string; today: string; line_ids: number[] }>`
    select o.id, o.time_zone, calendar.today, array(select l.id from lines l where l.office_id = o.id) as line_ids
    from offices o join ${calendar} on calendar.time_zone = o.time_zone
    -- office by office, by its key: joined, all that was ever kept would be read each minute
    where o.active and (select k.day from day_figures k where k.office_id = o.id and k.day = ${last}) is null
      and exists (select from lines l where l.office_id = o.id and ${firstDay} <= ${last})
    order by array_position(${inTrouble.idsAt(database)}::integer[], o.id) nulls first,
      (select max(k.day) from day_figures k where k.office_id = o.id) nulls first, o.id
    limit ${DAYS_A_RUN}::integer`.execute(database.db)
  return rows.map(({ id, time_zone, ...of }) => ({ ...of, office: { id, time_zone } }))
}

/** The office's days that are over and not kept, the oldest first: so it is behind until all are. */
async function daysToKeep(
  { database: { db } }: FiguresContext,
  { office, today }: OfficeBehind,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select over.day::date as day
    from offices o cross join lateral (
      select min(${firstDay}) as day from lines l where l.office_id = o.id
    ) began cross join lateral generate_series(began.day, ${lastOver(sql`${today}::date`)}, interval '1 day') as over (day)
    where o.id = ${office.id}::integer
      and not exists (select from day_figures k where k.office_id = o.id and k.day = over.day::date)
    order by over.day limit ${most}::integer`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Counts days once they are over, so that nobody who asks for a year waits until it is counted: each office's
 * with its midnight, and little by little what it had before. In the lane of those who look, a day at a time:
 * nobody who acts waits for more. Each office has its share of a run, so that one whose days cannot be kept
 * takes no other's; from then on it comes after all others. To be called about once a minute.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @returns how many days were counted; a day with somebody who waits still is counted again
 * @throws what the first day threw that failed, once all others are done
 * @see rule STAT-01
 */
export async function keepDays(context: FiguresContext, ending?: AbortSignal): Promise<number> {
  // With those that fail, for they take as long: such a run says no number.
  let counted = 0
  const calendar = await inLane('readers', () => calendarNow(context.database.db, context.clock.now()))
  if (ending?.aborted) return 0
  const offices = await inLane('readers', () => officesBehind(context, calendar))
  let left = offices.length
  const keepOf = async (behind: OfficeBehind) => {
    const most = Math.ceil((DAYS_A_RUN - counted) / left--)
    const days = await inLane('readers', () => daysToKeep(context, behind, most))
    const office = { ...behind, lines: behind.line_ids.map(id => ({ id })) }
    const keepDay = async (day: string) => {
      counted += 1
      await keepCounted(context, office, await countDays(context, office, [day]))
    }
    await eachByItself(days, day => inLane('readers', () => keepDay(day)), ending)
  }
  const keep = (behind: OfficeBehind) =>
    inTrouble.whether(context.database, behind.office.id, () => keepOf(behind))
  await eachByItself(offices, keep, ending)
  return counted
}
