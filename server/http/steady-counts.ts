import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

interface Window {
  current: number
  /** What had elapsed when it began. */
  since: number
}

/**
 * Counts by what elapses, and never by the time of day: the machine's clock may be put back an hour, and no
 * window would end in it while whoever asks is counted on.
 * @param most keys of one limit; the one that was not heard of for longest is forgotten first
 * @param elapsed milliseconds since some moment: never set, never back
 */
export const steadyCounts = (most: number, elapsed: () => number): FastifyRateLimitStoreCtor =>
  class SteadyCounts implements FastifyRateLimitStore {
    readonly #windows = new Map<string, Window>()

    incr(key: string, told: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      const now = elapsed()
      const before = this.#windows.get(key)
      const isOpen = before !== undefined && now - before.since < windowMs
      const window = isOpen ? { ...before, current: before.current + 1 } : { current: 1, since: now }
      this.#windows.delete(key)
      this.#windows.set(key, window)
      if (this.#windows.size > most) this.#forgetOldest()
      told(null, { current: window.current, ttl: windowMs - (now - window.since) })
    }

    /** Each limit counts for itself. */
    child(): SteadyCounts {
      return new SteadyCounts()
    }

    #forgetOldest(): void {
      for (const oldest of this.#windows.keys()) {
        this.#windows.delete(oldest)
        return
      }
    }
  }
