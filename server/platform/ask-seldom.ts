import type { Timers } from './timers.ts'

/** Whoever asks has given up by then. */
const PATIENCE_MS = 3_000

/** @returns null where the work fails, or is not done in time; it goes on all the same */
export function inTime<Answer>(timers: Timers, work: Promise<Answer>): Promise<Answer | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>()
  const giveUp = timers.after(PATIENCE_MS, () => resolve(null))
  return Promise.race([work.catch(() => null), tooLate]).finally(giveUp)
}

/**
 * Asks when somebody wants to know, and gives everybody who wants to know soon after the same answer; none
 * (null) where it fails or is not there in time. What hangs is not asked a second time meanwhile: each would
 * hold a connection, until nobody else had one.
 * @param everyMs for how long after an answer nothing is asked
 */
export function askSeldom<Answer>(
  timers: Timers,
  everyMs: number,
  ask: () => Promise<Answer>,
): () => Promise<Answer | null> {
  let shared: Promise<Answer | null> | null = null
  const forget = () => {
    shared = null
  }
  return () => {
    if (!shared) {
      const asking = ask().catch(() => null)
      shared = inTime(timers, asking)
      void asking.then(() => timers.after(everyMs, forget))
    }
    return shared
  }
}
