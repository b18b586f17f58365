import { TICKET_RECENCY_MS } from '../limits.ts'
import { officeDayAt } from './office-day.ts'
import type { OpeningTimes } from './office-time.ts'

/**
 * Until when an office holds a number that stands aside. It is for as long as somebody waits, six hours,
 * which begin with the end of that day of the office: so there is time to come back while it attends still,
 * and after a midnight at which it does not shut. Where no day runs they begin at once.
 *
 * @param since when it was set aside
 * @see rule DESK-07
 */
export function asideUntil(since: Date, times: OpeningTimes): Date {
  const { isOver, ends } = officeDayAt(since, times)
  return new Date((isOver ? since : (ends ?? since)).getTime() + TICKET_RECENCY_MS)
}
