/**
 * The server's time, from what it said last and what has elapsed since: a tablet's or a desk's own clock may
 * say anything, and be set while one looks.
 */
export class ServerTime {
  readonly #elapsed: () => number
  #said: { at: number; when: number } | null = null

  /** @param elapsed milliseconds of a clock that nobody sets, as `performance.now` */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** @param at the server's time: ISO 8601, or a `Date` header's, which knows no milliseconds */
  hear(at: string): void {
    this.#said = { at: Date.parse(at), when: this.#elapsed() }
  }

  /** Null before the server said anything. */
  now(): number | null {
    return this.#said && this.#said.at + this.#elapsed() - this.#said.when
  }
}
