import type { Closing } from '#contract/rest/desk-day.ts'
import { officeDayAt } from '#contract/rules/office-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'

/** Where a wait ends by the office's own clock: @see LineUsual */
export function dayBounds({ closing, ...times }: OpeningTimes & { closing: Closing }, at: Date) {
  const day = officeDayAt(at, times)
  return {
    closesAt: closing === 'send-home' && !day.isOver ? day.shuts : null,
    hoursFrom: day.isOver ? day.next : null,
  }
}
