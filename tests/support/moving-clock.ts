import type { Clock } from '#server/platform/clock.ts'

/** A clock that stands still until the test moves it. */
export class MovingClock implements Clock {
  #now: number
  readonly #apartMs: number

  /** @param apartMs how far this clock is ahead of the one on which all servers agree */
  constructor(at = new Date(), apartMs = 0) {
    this.#now = at.getTime()
    this.#apartMs = apartMs
  }

  now(): Date {
    return new Date(this.#now)
  }

  agreed(): Date {
    return new Date(this.#now - this.#apartMs)
  }

  advance(ms: number): void {
    this.#now += ms
  }
}
