import type { Timers } from './timers.ts'

export const LATE = Symbol('late')

/**
 * What `work` gives, or LATE once `ms` have passed. The work itself goes on: whoever gave up on it watches
 * its end.
 */
export function withDeadline<T>(work: Promise<T>, ms: number, timers: Timers): Promise<T | typeof LATE> {
  // One promise, not a race of two: thousands of joins wait here at once.
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => resolve(LATE))
    work.then(
      value => {
        cancel()
        resolve(value)
      },
      (error: unknown) => {
        cancel()
        reject(error)
      },
    )
  })
}
