import { SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Somebody may be guessing from the same network all the time: of some pauses in a row, one is ours. */
const TIMES = 5

const pauseOf = (error: unknown): number | null =>
  error instanceof ApiError && error.code === 'too-many-requests' ? error.retryAfterMs : null

/**
 * A sign-in that has to wait for wrong passwords before it waits by itself: the clerk has pressed, and is at the counter in
 * front of people. A longer refusal is said.
 */
export const signInPatience = {
  retry(failures: number, error: unknown): boolean {
    const pause = pauseOf(error)
    return pause !== null && pause <= SIGN_IN_PAUSE_MS.max && failures < TIMES
  },
  retryDelay: (_failures: number, error: unknown): number => pauseOf(error) ?? 0,
}
