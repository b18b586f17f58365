/** Chance that is the same in every run: mulberry32, 32 bits of state. */
export class RepeatableRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, below 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Between two things that happen independently of each other, so many on average. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.fraction())
  }

  /**
   * What human work takes: mostly short, sometimes very long. `spread` is the standard deviation of its
   * logarithm.
   */
  logNormal(mean: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction())
    return mean * Math.exp(spread * normal - spread ** 2 / 2)
  }
}
