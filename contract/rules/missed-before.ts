import { RESERVATION_HIDDEN_AFTER_MS, TICKET_RECENCY_MS } from '../limits.ts'

/** Who was to come until then, and was not called since, did not come; nobody needs to see it any more. */
export const missedBefore = (at: Date) => new Date(at.getTime() - RESERVATION_HIDDEN_AFTER_MS)

/** Who was here by then, and was not called since, went home: as whoever waits with a number. */
export const wentHomeBefore = (at: Date) => new Date(at.getTime() - TICKET_RECENCY_MS)
