import { type Stop, Subscribers } from './subscribers.ts'

/** The time of day, in milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/** No clock is wrong by what an answer takes on its way, nor by a part of a second that a date leaves out. */
const WRONG_FROM_MS = 60_000

/**
 * A device's clock, put right by the server's where it stands wrong. Whoever set it by hand waits, is called
 * and has a reservation by the server's time all the same.
 */
export class DeviceClock implements Clock {
  readonly #device: () => number
  readonly #elapsed: () => number
  readonly #listeners = new Subscribers<void>()
  #wrongBy = 0
  /** The server's time when nothing had elapsed. */
  #began = 0

  /** @param elapsed milliseconds of a clock that nobody sets; it may stand still while the device sleeps */
  constructor(device: () => number, elapsed: () => number) {
    this.#device = device
    this.#elapsed = elapsed
  }

  now(): number {
    const at = this.#device()
    // Somebody, or the network, has set the device right since the server was heard.
    if (Math.abs(at - this.#began - this.#elapsed()) < WRONG_FROM_MS) this.#wrongBy = 0
    return at - this.#wrongBy
  }

  /** @param date of an answer that no cache has kept, as its `Date` header says it */
  hear(date: string): void {
    const apart = this.#device() - Date.parse(date)
    if (Number.isNaN(apart)) return
    const before = this.#wrongBy
    this.#began = Date.parse(date) - this.#elapsed()
    this.#wrongBy = Math.abs(apart) < WRONG_FROM_MS ? 0 : apart
    if (Math.abs(this.#wrongBy - before) >= WRONG_FROM_MS) this.#listeners.tell()
  }

  /** The clock shows another time from now on than it would have. */
  onPutRight(listener: () => void): Stop {
    return this.#listeners.add(listener)
  }
}

export const browserClock = new DeviceClock(
  () => Date.now(),
  () => performance.now(),
)
