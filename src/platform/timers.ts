/** Takes back what was planned; harmless when it is over. */
export type TakeBack = () => void

export interface Timers {
  /** Calls once after `ms`. */
  after(ms: number, call: () => void): TakeBack
  /** Calls every `ms`. */
  every(ms: number, call: () => void): TakeBack
}

export const browserTimers: Timers = {
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  every(ms, call) {
    const timer = setInterval(call, ms)
    return () => clearInterval(timer)
  },
}
