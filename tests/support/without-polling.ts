import { systemTimers, type Timers } from '#server/platform/timers.ts'

/** A server that does nothing by itself from time to time: only what it is asked for, which can be counted. */
export const withoutPolling: Timers = { after: systemTimers.after, every: () => () => {} }
