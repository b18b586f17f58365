/** Timers that do not keep the process alive by themselves. */
export interface Timers {
  /** Calls once after `ms`; the function returned takes it back. */
  after(ms: number, call: () => void): () => void
  /** Calls every `ms`; the function returned ends it. */
  every(ms: number, call: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, call) {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
  every(ms, call) {
    const timer = setInterval(call, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}
