import { RESERVATION_HIDDEN_AFTER_MS } from '#contract/limits.ts'

/** Who was to come until then, and was not called since, did not come; nobody needs to see it any more. */
export const missedBefore = (at: Date) => new Date(at.getTime() - RESERVATION_HIDDEN_AFTER_MS)
