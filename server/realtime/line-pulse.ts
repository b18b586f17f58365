import type { Timers } from '#server/platform/timers.ts'

/** The moving figures of a line are said at most this often: a burst of calls is one new estimate. */
const PULSE_MS = 1_000

/**
 * Gathers the lines of an office whose figures changed, and asks for them once: at once after a silence, else
 * when the second is over.
 */
export class LinePulse {
  readonly #timers: Timers
  readonly #beat: (officeId: number, lineIds: ReadonlySet<number>) => void
  readonly #changed = new Map<number, Set<number>>()
  readonly #resting = new Map<number, () => void>()

  constructor(timers: Timers, beat: (officeId: number, lineIds: ReadonlySet<number>) => void) {
    this.#timers = timers
    this.#beat = beat
  }

  touch(officeId: number, lineId: number): void {
    const lines = this.#changed.get(officeId) ?? new Set()
    this.#changed.set(officeId, lines.add(lineId))
    if (!this.#resting.has(officeId)) this.#strike(officeId)
  }

  stop(): void {
    for (const takeBack of this.#resting.values()) takeBack()
    this.#resting.clear()
    this.#changed.clear()
  }

  #strike(officeId: number): void {
    const lines = this.#changed.get(officeId)
    if (!lines) return
    this.#changed.delete(officeId)
    this.#beat(officeId, lines)
    this.#resting.set(
      officeId,
      this.#timers.after(PULSE_MS, () => {
        this.#resting.delete(officeId)
        this.#strike(officeId)
      }),
    )
  }
}
