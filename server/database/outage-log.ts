import type { Timers } from '#server/platform/timers.ts'
import type { DatabaseLog } from './database.ts'

const LINE_MS = 1_000

/**
 * Tells that the database could not be asked: one line a second at most, with how many statements it was and
 * what the last one was told. When it is away, or busy beyond measure, thousands find that out at once, each
 * by a stack that says nothing more.
 */
export class OutageLog {
  readonly #log: DatabaseLog
  readonly #timers: Timers
  #count = 0
  #reason = ''
  #isResting = false

  constructor(log: DatabaseLog, timers: Timers) {
    this.#log = log
    this.#timers = timers
  }

  count(reason: string): void {
    this.#count += 1
    this.#reason = reason
    if (!this.#isResting) this.#tell()
  }

  #tell(): void {
    this.#isResting = this.#count > 0
    if (!this.#isResting) return
    this.#log.warn({ statements: this.#count, reason: this.#reason }, 'the database could not be asked')
    this.#count = 0
    this.#timers.after(LINE_MS, () => this.#tell())
  }
}
