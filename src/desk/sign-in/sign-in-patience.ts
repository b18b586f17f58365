import { SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Where nothing can be proved either, of some pauses in a row one may be ours. */
const TIMES = 5

/** How long wrong passwords make one wait, milliseconds; null for every other refusal. */
export function pauseOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'too-many-requests') return null
  const { retryAfterMs } = error
  // A longer one is not of wrong passwords.
  return retryAfterMs !== null && retryAfterMs <= SIGN_IN_PAUSE_MS.max ? retryAfterMs : null
}

/**
 * A sign-in that has to wait for wrong passwords before it waits by itself: the clerk has pressed, and is at
 * the counter in front of people. A longer refusal is said.
 */
export const signInPatience = {
  retry(failures: number, error: unknown): boolean {
    return pauseOf(error) !== null && failures < TIMES
  },
  retryDelay: (_failures: number, error: unknown): number => pauseOf(error) ?? 0,
}
