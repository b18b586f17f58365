import type { Transaction } from 'kysely'
import type { Closing } from '#contract/rest/desk-day.ts'
import { officeDayAt } from '#contract/rules/office-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'

type ClosingTimes = OpeningTimes & { closing: Closing }

/**
 * What becomes of those who wait in an office whose day is over at once by other times; null where it goes
 * on, or has ended for them already.
 */
export function closingBy(becomes: ClosingTimes, stands: ClosingTimes, at: Date): Closing | null {
  const closingOf = (times: ClosingTimes) => (officeDayAt(at, times).isOver ? times.closing : null)
  const [closing, was] = [closingOf(becomes), closingOf(stands)]
  return closing === was || was === 'send-home' ? null : closing
}

/** An office whose day ends, by its slug, and how many wait there. */
export interface EndedDay {
  office: string
  waiting: number
}

/** The offices in which somebody waits, and whose day other times end at once; by the alphabet. */
export async function endedDays(
  transaction: Transaction<Tables>,
  wanted: readonly (ClosingTimes & { slug: string })[],
  at: Date,
): Promise<EndedDay[]> {
  const becomes = new Map(wanted.map(office => [office.slug, office]))
  const waitedFor = await transaction
    .selectFrom('tickets')
    .innerJoin('offices', 'offices.id', 'tickets.office_id')
    .select(row => row.fn.countAll<string>().as('count'))
    .select(['slug', 'time_zone', 'hours', 'closures', 'closing'])
    .where('state', '=', 'waiting')
    .groupBy('offices.id')
    .orderBy('slug')
    .execute()
  return waitedFor
    .filter(office => {
      const times = becomes.get(office.slug)
      return times !== undefined && closingBy(times, office, at) !== null
    })
    .map(({ slug, count }) => ({ office: slug, waiting: Number(count) }))
}
