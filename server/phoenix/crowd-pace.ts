import { AsyncResource } from 'node:async_hooks'

/** So long, in milliseconds, the crowd has the process at once. */
const SLICE_MS = 1

/**
 * Hands the process's one thread to a crowd in slices. Two thousand who connect within a second are ready for
 * their next step together, a hundred and more at a time; done in one go, everything else (somebody's number,
 * a call) waits for all of them at each of its own steps. Here the next ones go on only when the process has
 * looked round for what else there is.
 */
export class CrowdPace {
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #spent = 0
  #isLookingRound = false

  /** @param now milliseconds that only go forward */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Does one step of one of the crowd, at once where nobody is before it; the order is kept. */
  step<T>(work: () => T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const go = () => {
        const began = this.#now()
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
        this.#spent += this.#now() - began
      }
      if (this.#waiting.length === 0 && this.#spent < SLICE_MS) go()
      // In the asker's own context, whoever looks round. AsyncResource.bind would do, but gives each function
      // accessors that nobody asks for: of two thousand who wait, each would hold several kilobytes.
      else {
        const asker = new AsyncResource('CrowdStep')
        this.#waiting.push(() => asker.runInAsyncScope(go))
      }
      this.#lookRound()
    })
  }

  #lookRound(): void {
    if (this.#isLookingRound) return
    this.#isLookingRound = true
    setImmediate(() => {
      this.#isLookingRound = false
      this.#spent = 0
      for (
        let go = this.#waiting.shift();
        go;
        go = this.#spent < SLICE_MS ? this.#waiting.shift() : undefined
      )
        go()
      if (this.#spent > 0 || this.#waiting.length > 0) this.#lookRound()
    })
  }
}
