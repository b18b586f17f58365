import { systemTimers, type Timers } from '#server/platform/timers.ts'

/** A server that does nothing by itself from time to time: what it is asked for can be counted. */
export const withoutPolling: Timers = { after: systemTimers.after, every: () => () => {} }
