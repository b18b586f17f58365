import type { Timers } from '#server/phoenix/timers.ts'

/** Time that passes when the test says so. */
export class ManualTime implements Timers {
  #now = 0
  readonly #planned = new Set<{ at: number; call: () => void; every?: number }>()

  readonly now = (): number => this.#now

  after(ms: number, call: () => void): () => void {
    return this.#plan({ at: this.#now + ms, call })
  }

  every(ms: number, call: () => void): () => void {
    return this.#plan({ at: this.#now + ms, call, every: ms })
  }

  get pending(): number {
    return this.#planned.size
  }

  /** How long until something happens: Infinity when nothing is planned. */
  get untilNext(): number {
    return Math.min(...[...this.#planned].map(({ at }) => at)) - this.#now
  }

  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const due = [...this.#planned].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#now = due.at
      if (due.every === undefined) this.#planned.delete(due)
      else due.at += due.every
      due.call()
    }
    this.#now = end
  }

  #plan(planned: { at: number; call: () => void; every?: number }): () => void {
    this.#planned.add(planned)
    return () => void this.#planned.delete(planned)
  }
}

/** The two options of an endpoint that lives by a ManualTime, which is beside them. */
export function byHand() {
  const time = new ManualTime()
  return { time, timing: { timers: time, now: time.now } }
}
