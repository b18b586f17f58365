import { sql, type Transaction } from 'kysely'
import { officeDayAt } from '#contract/rules/office-day.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { stopNews } from '../lines/stop-news.ts'
import { nextDayOf } from './close-lines.ts'
import { openingTimes } from '../turn/opening-times.ts'

/**
 * The office has other hours, or closes on other days: what the clock had closed gives numbers again at once
 * where the day goes on by the new ones, and else with the new next day. What a clerk closed stays closed.
 * The caller holds the office.
 * @returns what is told of the lines whose rest ended, or ends at another time
 */
export async function followHours(
  transaction: Transaction<Tables>,
  officeId: number,
  at: Date,
): Promise<NewFact[]> {
  const times = await openingTimes(transaction, officeId)
  const until = officeDayAt(at, times).isOver ? nextDayOf(times, at) : null
  const { rows } = await sql<{ id: number }>`
    update lines l set closed_until = ${until}::timestamptz, closed_by_clock = ${until !== null}::boolean
    where l.office_id = ${officeId}::integer and l.closed_by_clock and l.closed_until > ${at}::timestamptz
      and l.closed_until is distinct from ${until}::timestamptz
    returning l.id`.execute(transaction)
  return await stopNews(transaction, rows, at)
}
