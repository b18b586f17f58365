/**
 * All of it must be over by then, or the process goes all the same: whoever asked would kill it next
 * (KEEP-06).
 */
const SHUTDOWN_MS = 4_500
/**
 * Between saying that it goes (/readyz) and going, so that a balancer that asks often sends nobody here any
 * more.
 */
const DRAIN_MS = 500

export interface ShutdownSteps {
  /**
   * @returns whether it serves already: before, nobody has to be waited for, and what a start leaves half
   * done the next one mends
   */
  drain(): boolean
  close(): Promise<void>
  onFault(error: unknown): void
}

/**
 * Ends the process in order, once, whoever asks: SIGTERM (a supervisor), SIGINT (Ctrl-C), SIGHUP (the
 * terminal was closed), or a fault after which it cannot be trusted. To be called before anything is opened:
 * process 1 of a container hears no signal that it does not handle.
 * @returns ends it with an exit code
 */
export function prepareShutdown({ drain, close, onFault }: ShutdownSteps): (exitCode: number) => void {
  let isEnding = false

  async function end(exitCode: number, drainMs: number): Promise<void> {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    if (!drain()) process.exit(exitCode)
    await new Promise(resolve => setTimeout(resolve, drainMs))
    try {
      await close()
    } catch (error) {
      onFault(error)
      process.exit(1)
    }
    process.exit(exitCode)
  }

  process.on('SIGTERM', () => void end(0, DRAIN_MS))
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0, 0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, error => {
      onFault(error)
      void end(1, 0)
    })
  }
  return exitCode => void end(exitCode, 0)
}
