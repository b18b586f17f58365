import type { Clock } from './clock.ts'

/**
 * A step of the wall's clock within this is its ordinary correction, or a second look that agrees with the
 * first.
 */
export const CORRECTION_MS = 5_000
/** A clock that stands elsewhere is believed after so long, and so is a clock that nobody has watched yet. */
export const DOUBT_MS = 60_000

export interface SteadyClockOptions {
  /**
   * The time of day as the machine tells it, ms since 1970: somebody may set it, a virtual machine may wake
   * up.
   */
  wall(): number
  /** Milliseconds that went by since some moment: never set, never back. */
  elapsed(): number
  /** The wall's clock stands elsewhere by so many ms; first seen, and then believed. */
  onJump(ms: number, believed: boolean): void
}

/**
 * The machine's time of day, without its jumps. A clock that is hours wrong for a moment would end every
 * turn, and one that goes back would put newcomers before those who wait. So a jump changes nothing at first:
 * time goes on by what has elapsed, and the new time of day is taken over once two looks, DOUBT_MS apart,
 * agree on it.
 */
export function createSteadyClock({ wall, elapsed, onJump }: SteadyClockOptions): Clock {
  const beganAt = elapsed()
  let known = { wall: wall(), elapsed: beganAt }
  let told = known.wall
  let doubt: { ms: number; since: number } | null = null

  function look(): number {
    const elapsedNow = elapsed()
    const expected = known.wall + elapsedNow - known.elapsed
    const seen = wall()
    const ms = seen - expected
    if (Math.abs(ms) <= CORRECTION_MS) {
      doubt = null
      known = { wall: seen, elapsed: elapsedNow }
      // A correction backwards is waited out.
      told = Math.max(told, seen)
      return told
    }
    if (!doubt || Math.abs(ms - doubt.ms) > CORRECTION_MS) {
      doubt = { ms, since: elapsedNow }
      onJump(ms, false)
    }
    if (elapsedNow - doubt.since < DOUBT_MS) {
      told = Math.max(told, expected)
      return told
    }
    onJump(ms, true)
    doubt = null
    known = { wall: seen, elapsed: elapsedNow }
    told = seen
    return told
  }

  return {
    now: () => new Date(look()),
    isSure() {
      look()
      return doubt === null && elapsed() - beganAt >= DOUBT_MS
    },
  }
}
