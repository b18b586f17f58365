/** The time of day, in milliseconds since the epoch. */
export interface Clock {
  now(): number
}

export const browserClock: Clock = { now: () => Date.now() }
