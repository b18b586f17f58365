import type { Timers } from './timers.ts'

/** Given in place of a value that did not come in time. */
export const LATE = Symbol('late')

/**
 * The promise's value, or LATE after `ms`. What the promise does later is nobody's matter any more, failures
 * included.
 */
export function withDeadline<Value>(
  promise: Promise<Value>,
  ms: number,
  timers: Timers,
): Promise<Value | typeof LATE> {
  return new Promise((resolve, reject) => {
    const takeBack = timers.after(Math.max(0, ms), () => resolve(LATE))
    promise.then(
      value => {
        takeBack()
        resolve(value)
      },
      (error: unknown) => {
        takeBack()
        reject(error)
      },
    )
  })
}
