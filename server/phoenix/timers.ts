/** How this room waits. Tests pass one whose time passes when they say so. */
export interface Timers {
  /** Calls once after `ms`; the function returned takes it back. */
  after(ms: number, call: () => void): () => void
}

/** Node's own. They do not keep the process alive by themselves. */
export const nodeTimers: Timers = {
  after(ms, call) {
    const timer = setTimeout(call, ms).unref()
    return () => clearTimeout(timer)
  },
}
