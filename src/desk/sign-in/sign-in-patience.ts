import { pauseOf } from '#src/api/api-error.ts'
import type { Timers } from '#src/platform/timers.ts'

/** Where nothing can be proved either, of some pauses in a row one may be ours. */
const TIMES = 5

/**
 * A sign-in that has to wait for wrong passwords before it waits by itself: the clerk has pressed, and is at
 * the counter in front of people. A longer refusal is said.
 * @throws what the sign-in throws
 */
export async function signInWithPatience<Entered>(
  signIn: () => Promise<Entered>,
  timers: Pick<Timers, 'after'>,
): Promise<Entered> {
  for (let failures = 0; ; failures++) {
    try {
      return await signIn()
    } catch (error) {
      const pause = pauseOf(error)
      if (pause === null || failures >= TIMES) throw error
      await new Promise<void>(resolve => timers.after(pause, resolve))
    }
  }
}
