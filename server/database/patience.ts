import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Timers } from '#server/platform/timers.ts'

const unhurried = new AsyncLocalStorage<true>()

/** What `work` asks of the database may take for as long as it does: nobody stands before a desk for it. */
export const takingItsTime = <T>(work: () => T): T => unhurried.run(true, work)

/** pg keeps it, and its types do not say so. */
const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream

/**
 * How long an answer of PostgreSQL is waited for. A connection whose other end is gone without a word (a
 * firewall that forgot it, a machine without power) takes what is written to it, and the system goes on
 * sending for a quarter of an hour before it says so; meanwhile all who act wait for the round in front.
 */
export class Patience {
  readonly #timers: Timers
  readonly #ms: number

  /** @param ms none where an answer may take for ever */
  constructor(timers: Timers, ms: number | undefined) {
    this.#timers = timers
    this.#ms = ms ?? Number.POSITIVE_INFINITY
  }

  /**
   * Ends the connection where it has not answered in time: what was asked fails by it.
   * @returns to be called with the answer, or the failure: what was waited for in vain, null where it was not
   */
  begin(client: pg.PoolClient): () => string | null {
    if (this.#ms === Number.POSITIVE_INFINITY || unhurried.getStore()) return () => null
    let inVain: string | null = null
    const cancel = this.#timers.after(this.#ms, () => {
      inVain = `the database gave no answer within ${this.#ms / 1_000} s`
      streamOf(client).destroy()
    })
    return () => {
      cancel()
      return inVain
    }
  }
}
