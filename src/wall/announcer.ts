import type { WallCall } from '#contract/rest/devices.ts'
import type { Language } from '#contract/primitives.ts'
import type { Gong } from '#src/platform/gong.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { Voice } from '#src/platform/voice.ts'

/** Each of several calls stands so long at least, sound or not: it has to be read from the last row. */
const STANDS_LEAST_MS = 5_000

export interface AnnouncerOptions {
  gong: Pick<Gong, 'ring'>
  voice: Pick<Voice, 'say' | 'hush'>
  timers: Timers
  /** What is said of a call in a language. */
  wordsOf(call: WallCall, language: Language): string
  /** This one is called out now. */
  onCall(call: WallCall): void
}

/** Calls out one number after the other: the gong, then the words in each language. */
export class Announcer {
  readonly #options: AnnouncerOptions
  #waiting: WallCall[] = []
  #current: WallCall | null = null
  /** One call is behind the other until none waits, also behind one that was taken back meanwhile. */
  #isGoing = false

  constructor(options: AnnouncerOptions) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#isGoing
  }

  announce(calls: readonly WallCall[], languages: readonly Language[]): void {
    this.#waiting.push(...calls)
    if (!this.#isGoing) void this.#goOn(languages)
  }

  /** Calls that were taken back are not called out, or no longer. */
  keepOnly(calls: readonly WallCall[]): void {
    const stands = ({ ticket }: WallCall) => calls.some(call => call.ticket === ticket)
    this.#waiting = this.#waiting.filter(stands)
    if (!this.#current || stands(this.#current)) return
    this.#current = null
    this.#options.voice.hush()
  }

  async #goOn(languages: readonly Language[]): Promise<void> {
    const { gong, voice, timers, wordsOf, onCall } = this.#options
    this.#isGoing = true
    for (let call = this.#waiting.shift(); call; call = this.#waiting.shift()) {
      const now = call
      this.#current = now
      onCall(now)
      const stood = new Promise<void>(resolve => void timers.after(STANDS_LEAST_MS, resolve))
      await gong.ring()
      for (const language of languages)
        if (this.#current === now) await voice.say(wordsOf(now, language), language)
      if (this.#current === now) await stood
    }
    this.#current = null
    this.#isGoing = false
  }
}
