import { WALL_REFRESH_MS } from '#contract/limits.ts'
import type { WallState } from '#contract/rest/devices.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Timers } from '#src/platform/timers.ts'

/** After an answer, news wait so long for the next question: a burst of facts is one. */
const PACE_MS = 300
/** After no answer. */
const AGAIN_MS = 3_000
/** Without an answer for so long it is not current, whatever else is known: two looks and a late answer. */
const CURRENT_MS = 2 * WALL_REFRESH_MS + 5_000
/** So many questions in a row without an answer are no accident. */
const FAILURES = 2
const TICK_MS = 1_000

export interface FeedOptions {
  ask(): Promise<WallState>
  timers: Timers
  /** Milliseconds of a clock that nobody sets. */
  elapsed(): number
  onState(state: WallState): void
  /** Whether what is shown is what is so; told when that changes. */
  onCurrent(isCurrent: boolean): void
  /** The server no longer knows this device. */
  onShut(): void
}

/**
 * Asks how the office stands: now and then, and whenever something happened. Goes on by itself after a cut, a
 * night, a restart, and says when what it told last may be old.
 */
export class WallFeed {
  readonly #options: FeedOptions
  #isOn = false
  #isAsking = false
  /** Something happened since the question that is under way was asked. */
  #hasNews = false
  #takeBack: (() => void) | null = null
  #answered: number | null = null
  #failures = 0
  #isCurrent = false
  #stops: (() => void)[] = []

  constructor(options: FeedOptions) {
    this.#options = options
  }

  start(): void {
    this.#isOn = true
    this.#stops.push(this.#options.timers.every(TICK_MS, () => this.#judge()))
    this.look()
  }

  stop(): void {
    this.#isOn = false
    for (const stop of this.#stops.splice(0)) stop()
    this.#takeBack?.()
    this.#takeBack = null
  }

  /** Asks at once, or as soon as the question that is under way is answered; nothing while it is stopped. */
  look(): void {
    if (!this.#isOn) return
    if (this.#isAsking) this.#hasNews = true
    else void this.#ask()
  }

  async #ask(): Promise<void> {
    const { ask, elapsed, onState, onShut } = this.#options
    this.#takeBack?.()
    this.#isAsking = true
    this.#hasNews = false
    let next = WALL_REFRESH_MS
    try {
      const state = await ask()
      this.#answered = elapsed()
      this.#failures = 0
      this.#judge()
      onState(state)
    } catch (error) {
      this.#failures += 1
      this.#judge()
      const isShut = error instanceof ApiError && (error.status === 401 || error.status === 404)
      if (isShut) return this.#end(onShut)
      next = Math.max(AGAIN_MS, (error instanceof ApiError ? error.retryAfterMs : null) ?? 0)
    }
    this.#isAsking = false
    // Whoever fails is not asked again at once for news: that is what a server on its knees needs least.
    const pace = this.#hasNews && this.#failures === 0 ? PACE_MS : next
    this.#takeBack = this.#options.timers.after(pace, () => void this.#ask())
  }

  #end(onShut: () => void): void {
    this.stop()
    this.#isAsking = false
    // What is shown may stay until it is known whether it may, and is old from now on.
    this.#say(false)
    onShut()
  }

  #judge(): void {
    const { elapsed } = this.#options
    const isYoung = this.#answered !== null && elapsed() - this.#answered < CURRENT_MS
    this.#say(isYoung && this.#failures < FAILURES)
  }

  #say(isCurrent: boolean): void {
    if (isCurrent === this.#isCurrent) return
    this.#isCurrent = isCurrent
    this.#options.onCurrent(isCurrent)
  }
}
