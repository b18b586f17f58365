import type { Clock } from '#server/platform/clock.ts'

/** A clock that stands still until the test moves it. */
export class MovingClock implements Clock {
  #now: number

  constructor(at = new Date()) {
    this.#now = at.getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  advance(ms: number): void {
    this.#now += ms
  }
}
