/** A token bucket: it bounds what one client costs, and still lets a whole reconnection through at once. */
export class MessageMeter {
  #tokens: number
  #at: number
  readonly #burst: number
  readonly #perMs: number
  readonly #now: () => number

  constructor(burst: number, perSecond: number, now: () => number) {
    this.#tokens = burst
    this.#burst = burst
    this.#perMs = perSecond / 1000
    this.#now = now
    this.#at = now()
  }

  /** Takes more for what turned out to cost more; the bucket may then stay empty for a while. */
  charge(tokens: number): void {
    this.#tokens -= tokens
  }

  /** False when the bucket is empty. */
  take(): boolean {
    const now = this.#now()
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs)
    this.#at = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
