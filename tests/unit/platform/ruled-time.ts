import { vi } from 'vitest'
import type { HandTime } from './fakes.ts'

type Call = (...args: unknown[]) => void

/** What a caller holds of a timer; a server's asks not to be waited for. */
class RuledTimer {
  takeBack: () => void = () => undefined
  ref() {
    return this
  }
  unref() {
    return this
  }
}

/**
 * Puts every timer of this process under the test's clock, until {@link freeTime}: nothing comes due by
 * itself, however long the machine takes. What waits for the network or the database, which have no timers,
 * waits for its sign (`soon`). Vitest's own fake timers would not do: its `expect.poll` moves them on at each
 * look, and a limit that is too long looks kept.
 *
 * @returns lets time pass
 */
export function ruleTime(time: HandTime) {
  const plan =
    (how: 'after' | 'every') =>
    (call: Call, ms?: number, ...args: unknown[]) => {
      const timer = new RuledTimer()
      timer.takeBack = time[how](ms ?? 0, () => call(...args))
      return timer
    }
  const takeBack = (timer?: RuledTimer) => timer?.takeBack?.()
  vi.stubGlobal('setTimeout', plan('after'))
  vi.stubGlobal('clearTimeout', takeBack)
  vi.stubGlobal('setInterval', plan('every'))
  vi.stubGlobal('clearInterval', takeBack)

  return async (ms: number): Promise<void> => {
    const end = time.now() + ms
    for (;;) {
      const next = time.nextAt
      const isLast = next === null || next > end
      time.pass((isLast ? end : next) - time.now())
      // What a timer has set going plans its own timers at this moment, and not when everything has passed.
      await new Promise(resolve => void setImmediate(resolve))
      if (isLast) return
    }
  }
}

/** Gives the timers back to the machine; those that were planned never come. */
export const freeTime = (): unknown => vi.unstubAllGlobals()
