import { sql } from 'kysely'
import { addDays } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import { isSure } from '#server/platform/clock.ts'
import type { AskedSpan } from './asked-span.ts'
import type { FiguresContext } from './figures-context.ts'
import { readOpenHours } from './read-open-hours.ts'
import { readServices } from './read-services.ts'
import { type CountedTurns, readTurns } from './read-turns.ts'

/** So many days after it, the last of a day's turns is over: those who came before midnight are home. */
export const OVER_AFTER_DAYS = 2

/** By which calendar an office's days are counted, and of which lines. */
export interface OfficeCalendar {
  office: Pick<AskedSpan['office'], 'id' | 'time_zone'>
  lines: readonly { id: number }[]
  /** YYYY-MM-DD. */
  today: string
}

/** By their days, YYYY-MM-DD. */
export type TurnsByDay = Map<string, CountedTurns>

/** What days that are over were counted to be, of those from one to another, both of them in it. */
export async function keptDays(
  { database: { db } }: FiguresContext,
  { office }: Pick<OfficeCalendar, 'office'>,
  { from, to }: { from: string; to: string },
): Promise<TurnsByDay> {
  const kept = await db
    .selectFrom('day_figures')
    .select(['day', 'turns'])
    .where('office_id', '=', office.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    // The release before, which may still run beside, keeps days of which it knows no services.
    .where(sql<boolean>`turns -> 'services' is not null`)
    .execute()
  return new Map(kept.map(({ day, turns }) => [day, turns as CountedTurns]))
}

/**
 * Counts days of which nothing is kept.
 * @param days in their order, with days between them that are not asked for
 */
export async function countDays(
  { database: { db }, clock }: FiguresContext,
  calendar: OfficeCalendar,
  days: readonly string[],
): Promise<TurnsByDay> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return new Map()
  const { office, lines } = calendar
  const line_ids = lines.map(({ id }) => id)
  const { hours, clerks } = await readTurns(db, { line_ids, from, to, time_zone: office.time_zone })
  const open = await readOpenHours(db, { office, from, to, at: clock.now() })
  const hoursOf = Map.groupBy(hours, ({ day }) => day)
  const clerksOf = Map.groupBy(clerks, ({ day }) => day)
  const services = await readServices(db, { line_ids, from, to })
  const servicesOf = Map.groupBy(services, ({ day }) => day)
  const openOf = Map.groupBy(open, ({ day }) => day)
  return new Map(
    days.map(day => [
      day,
      {
        hours: hoursOf.get(day) ?? [],
        clerks: clerksOf.get(day) ?? [],
        open: openOf.get(day) ?? [],
        services: servicesOf.get(day) ?? [],
      },
    ]),
  )
}

/**
 * Keeps what was counted, as far as it is over by now, for whoever asks next. The table's own trigger takes a
 * day out again when a turn of it changes after all; but who comes on a day that was kept too early would be
 * counted by nobody, so nothing is kept while the time of day is in doubt.
 */
export async function keepCounted(
  { database: { db }, clock }: FiguresContext,
  { office, today }: Pick<OfficeCalendar, 'office' | 'today'>,
  counted: TurnsByDay,
): Promise<void> {
  if (!isSure(clock)) return
  const over = [...counted]
    .map(([day, turns]) => ({ day, turns }))
    .filter(({ day, turns }) => day <= addDays(today, -OVER_AFTER_DAYS) && isOver(turns))
  if (over.length === 0) return
  await sql`
    insert into day_figures (office_id, day, turns)
    select ${office.id}::integer, day, turns
    from jsonb_to_recordset(${json(over)}::jsonb) as counted (day date, turns jsonb)
    on conflict (office_id, day) do update set turns = excluded.turns
    where day_figures.turns -> 'services' is null`.execute(db)
}

const isOver = ({ hours }: CountedTurns) => hours.every(({ open }) => open === 0)
