import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { lineStopAt, STOP_COLUMNS } from './line-stop.ts'
import { wakeWishes } from './opening-jobs.ts'

/**
 * What is told of lines whose rest began, changed or ended, as they stand now; and whoever wished to hear of
 * one that gives numbers again is looked after.
 */
export async function stopNews(
  transaction: Transaction<Tables>,
  lines: readonly { id: number }[],
  at: Date,
): Promise<NewFact[]> {
  if (lines.length === 0) return []
  const ids = lines.map(({ id }) => id)
  const standing = await transaction
    .selectFrom('lines')
    .select(['id', 'office_id', ...STOP_COLUMNS])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const facts: NewFact[] = []
  for (const { id: line_id, office_id, ...line } of standing) {
    const stopped = lineStopAt(line, at)
    if (!stopped) await wakeWishes(transaction, { line_id }, at)
    const about = { office_id, line_id, at, ticket_id: null, reservation_id: null, user_id: null }
    facts.push({ ...about, name: 'line:frozen', detail: { frozen: stopped !== null, stopped } })
  }
  return facts
}
