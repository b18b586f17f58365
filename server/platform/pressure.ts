import type { Timers } from './timers.ts'

/** How late the process is, in milliseconds: from `busyMs` on it is busy, from `overrunMs` on overrun. */
export interface PressureLimits {
  busyMs: number
  overrunMs: number
}

export type PressureLevel = 'easy' | 'busy' | 'overrun'

export interface Pressure {
  level(): PressureLevel
  stop(): void
}

const SAMPLE_MS = 100
/** What was seen holds for so long: between two late moments nobody is let in by chance. */
const HOLD_MS = 2_000

/** Of a process that turns nobody away. */
export const noPressure: Pressure = { level: () => 'easy', stop: () => {} }

/**
 * Sees how late this process comes to what it has to do: by a timer that ought to have rung already, and by
 * whoever waits for the database.
 *
 * @param now milliseconds that only go forward
 * @param waitingMs how long somebody who acts has waited for a connection
 */
export function createPressure(
  limits: Readonly<PressureLimits>,
  { timers, now, waitingMs }: { timers: Timers; now: () => number; waitingMs: () => number },
): Pressure {
  let lookedAt = now()
  let busyUntil = Number.NEGATIVE_INFINITY
  let overrunUntil = Number.NEGATIVE_INFINITY

  /** @param at the moment; also between two samples, for the next may be late already */
  function see(at: number): void {
    const lateMs = Math.max(at - lookedAt - SAMPLE_MS, waitingMs())
    if (lateMs >= limits.busyMs) busyUntil = at + HOLD_MS
    if (lateMs >= limits.overrunMs) overrunUntil = at + HOLD_MS
  }

  const stop = timers.every(SAMPLE_MS, () => {
    const at = now()
    see(at)
    lookedAt = at
  })

  return {
    stop,
    level() {
      const at = now()
      see(at)
      if (at < overrunUntil) return 'overrun'
      return at < busyUntil ? 'busy' : 'easy'
    },
  }
}
