/**
 * Lets so many joins of the process through at once; the others wait, in the order in which they came. After
 * a restart everybody comes back within a second: all begun at once would each be as slow as the last one. A
 * join that nobody waits for any more when its turn comes is dropped instead of being run to its end, before
 * those who still wait.
 */
export class JoinGate {
  readonly #most: number
  #underWay = 0
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Begins `work` at once where there is room.
   * @param isWanted asked when the turn has come
   * @returns null where it was not wanted any more, and was not begun
   */
  async pass<T>(isWanted: () => boolean, work: () => Promise<T>): Promise<T | null> {
    if (this.#underWay < this.#most) this.#underWay += 1
    // Whoever leaves hands over the place.
    else await new Promise<void>(enter => void this.#waiting.push(enter))
    try {
      return isWanted() ? await work() : null
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#underWay -= 1
    }
  }
}
