import type { Timers } from '#server/platform/timers.ts'

export const LATE = Symbol('late')

/** What `work` gives, or LATE once `ms` have passed. The work itself goes on: whoever gave up on it watches its end. */
export async function withDeadline<T>(
  work: Promise<T>,
  ms: number,
  timers: Timers,
): Promise<T | typeof LATE> {
  let cancel: (() => void) | undefined
  const late = new Promise<typeof LATE>(resolve => {
    cancel = timers.after(ms, () => resolve(LATE))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    cancel?.()
  }
}
