/**
 * Lets so many joins of the process through at once; the others wait, in the order in which they came. After
 * a restart everybody comes back within a second: all begun at once would each be as slow as the last one.
 */
export class JoinGate {
  readonly #most: number
  #underWay = 0
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** Begins `work` at once where there is room. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#most) this.#underWay += 1
    // Whoever leaves hands over the place.
    else await new Promise<void>(enter => void this.#waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#underWay -= 1
    }
  }
}
