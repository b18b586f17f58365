import { sql } from 'kysely'
import { addDays } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import type { AskedSpan } from './asked-span.ts'
import type { FiguresContext } from './figures-context.ts'
import { type CountedTurns, readTurns } from './read-turns.ts'

/** So many days after it, the last of a day's turns is over: those who came before midnight are home. */
const OVER_AFTER_DAYS = 2

/** By days, YYYY-MM-DD, both of them in it. */
interface Days {
  from: string
  to: string
}

/**
 * The turns of an office in some days, counted: what days that are over were counted to be is kept, the rest
 * is counted now, and what is over by now is kept for whoever asks next. The table's own trigger takes a day
 * out again when a turn of it changes after all.
 */
export async function countedTurns(
  { database: { db } }: FiguresContext,
  { office, lines, today }: Pick<AskedSpan, 'office' | 'lines' | 'today'>,
  { from, to }: Days,
): Promise<CountedTurns> {
  const kept = await db
    .selectFrom('day_figures')
    .select(['day', 'turns'])
    .where('office_id', '=', office.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const byDay = new Map(kept.map(({ day, turns }) => [day, turns as CountedTurns]))
  const missing = daysOf({ from, to }).filter(day => !byDay.has(day))
  const [first, last] = [missing[0], missing.at(-1)]
  if (first !== undefined && last !== undefined) {
    const line_ids = lines.map(({ id }) => id)
    const counted = await readTurns(db, { line_ids, from: first, to: last, time_zone: office.time_zone })
    for (const day of missing) byDay.set(day, turnsOf(day, counted))
    const over = missing.filter(day => day <= addDays(today, -OVER_AFTER_DAYS) && isOver(byDay.get(day)))
    await keep(over.map(day => ({ day, turns: byDay.get(day) })))
  }
  const days = [...byDay.values()]
  return { hours: days.flatMap(({ hours }) => hours), clerks: days.flatMap(({ clerks }) => clerks) }

  async function keep(days: readonly { day: string; turns: unknown }[]): Promise<void> {
    if (days.length === 0) return
    await sql`
      insert into day_figures (office_id, day, turns)
      select ${office.id}::integer, day, turns
      from jsonb_to_recordset(${json(days)}::jsonb) as counted (day date, turns jsonb)
      on conflict do nothing`
      .execute(db)
      // On a full disk what was counted is still told.
      .catch(() => undefined)
  }
}

function daysOf({ from, to }: Days): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

const turnsOf = (of: string, { hours, clerks }: CountedTurns): CountedTurns => ({
  hours: hours.filter(({ day }) => day === of),
  clerks: clerks.filter(({ day }) => day === of),
})

const isOver = (turns: CountedTurns | undefined) => turns?.hours.every(({ open }) => open === 0) ?? false
