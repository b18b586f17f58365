import { sql } from 'kysely'
import type { ToldWaits } from '#contract/rest/offices.ts'
import { TOLD_WAITS_DAYS } from '#contract/limits.ts'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { askedId } from '#server/database/asked-id.ts'
import { notFound } from '#server/web/refusal.ts'
import type { FiguresContext } from './figures-context.ts'
import type { Counts } from './read-turns.ts'

/**
 * How what an office said of the wait came true lately: of days that are over and were counted, so that
 * whoever opens a page counts nothing.
 * @throws Refusal not-found
 * @see rule STAT-02
 */
export async function toldWaits(
  { database: { db }, clock }: FiguresContext,
  officeId: number,
): Promise<ToldWaits> {
  const office = await db
    .selectFrom('offices')
    .select(['id', 'time_zone'])
    .where('id', '=', askedId(officeId))
    .where('active', '=', true)
    .executeTakeFirst()
  if (!office) throw notFound('the office')
  const since = addDays(wallTime(clock.now(), office.time_zone).day, -TOLD_WAITS_DAYS)
  const sumOf = (count: keyof Counts) => sql`coalesce(sum((hour ->> ${count}::text)::integer), 0)::integer`
  const { rows } = await sql<Pick<Counts, 'told' | 'within' | 'earlier'>>`
    select ${sumOf('told')} as told, ${sumOf('within')} as within, ${sumOf('earlier')} as earlier
    from day_figures d cross join lateral jsonb_array_elements(d.turns -> 'hours') hour
    where d.office_id = ${office.id}::integer and d.day >= ${since}::date`.execute(db)
  const { told, within, earlier } = rows[0] ?? { told: 0, within: 0, earlier: 0 }
  return { days: TOLD_WAITS_DAYS, of: told, within, earlier, later: told - within - earlier }
}
