import { sql } from 'kysely'
import type { FiguresContext } from './figures-context.ts'
import { countDays, keepCounted, type OfficeCalendar } from './kept-days.ts'

/**
 * Keeps for good what a day was counted to be, the stars of its ratings with it: from now on its turns may
 * go. The day is counted first where nobody did it yet. May be called again.
 * @returns false where somebody's turn of that day is not over, or the time of day is in doubt: then nothing
 * is kept, and no turn may go
 * @see rule STAT-01
 */
export async function closeDay(
  context: FiguresContext,
  calendar: OfficeCalendar,
  day: string,
): Promise<boolean> {
  if (await keepForGood(context, calendar, day)) return true
  await keepCounted(context, calendar, await countDays(context, calendar, [day]))
  return await keepForGood(context, calendar, day)
}

/** @returns whether it is kept for good now; where it is not kept at all, no */
async function keepForGood(
  { database: { db } }: FiguresContext,
  { office, lines }: OfficeCalendar,
  day: string,
): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`
    with given as (
      select line_id, count(*) as of, sum(rating) as sum from polls
      where line_id = any(${lines.map(({ id }) => id)}::integer[]) and day = ${day}::date and rating is not null
      group by line_id
    ), closed as (
      update day_figures k set final = true, ratings = coalesce(
        (select jsonb_agg(jsonb_build_object('line_id', line_id, 'of', of, 'sum', sum)) from given), '[]'
      )
      where k.office_id = ${office.id}::integer and k.day = ${day}::date and not k.final
        and k.turns -> 'services' is not null
      returning k.day
    )
    select exists (select from closed) or exists (
      select from day_figures k where k.office_id = ${office.id}::integer and k.day = ${day}::date and k.final
    ) as closed`.execute(db)
  return rows[0]?.closed === true
}
