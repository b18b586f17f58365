/** The time of day. Tests pass one that they move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
