import { pauseOf } from '#src/api/api-error.ts'

/** Where nothing can be proved either, of some pauses in a row one may be ours. */
const TIMES = 5

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
