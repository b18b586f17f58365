import type { FiguresQuery } from '#contract/rest/figures.ts'
import { wallTime } from '#contract/rules/office-time.ts'
import { askedId } from '#server/database/asked-id.ts'
import { notFound } from '#server/web/refusal.ts'
import type { FiguresContext } from './figures-context.ts'

export interface FiguresWish extends FiguresQuery {
  office_id: number
}

/** What figures are asked of, by the office's own calendar. */
export interface AskedSpan {
  office: { id: number; slug: string; name: string; time_zone: string }
  /** All that the office ever had. */
  lines: { id: number; name: string; active: boolean }[]
  /** The line that was asked for; null for all. */
  wished: number | null
  /** YYYY-MM-DD, both of them in it. */
  from: string
  to: string
  today: string
}

/**
 * The days and the lines of which figures are wished: today, where nothing is said.
 * @throws Refusal not-found, for a line of another office as for none
 */
export async function askedSpan(
  { database: { db }, clock }: FiguresContext,
  { office_id, line_id, from, to }: FiguresWish,
): Promise<AskedSpan> {
  const office = await db
    .selectFrom('offices')
    .select(['id', 'slug', 'name', 'time_zone'])
    .where('id', '=', askedId(office_id))
    .executeTakeFirst()
  if (!office) throw notFound('the office')
  const lines = await db
    .selectFrom('lines')
    .select(['id', 'name', 'active'])
    .where('office_id', '=', office.id)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute()
  const wished = line_id ?? null
  if (wished !== null && !lines.some(({ id }) => id === wished)) throw notFound('the line')
  const today = wallTime(clock.now(), office.time_zone).day
  return { office, lines, wished, from: from ?? today, to: to ?? today, today }
}
