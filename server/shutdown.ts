/** All of it must be over by then, or the process goes all the same: a supervisor would kill it next. */
export const SHUTDOWN_MS = 10_000
/** Between saying that it goes (/healthz) and going, so that a balancer that asks often sends nobody here any more. */
const DRAIN_MS = 500

export interface ShutdownSteps {
  drain(): void
  close(): Promise<void>
  onFault(error: unknown): void
}

/**
 * Ends the process in order, once, whoever asks: SIGTERM (a supervisor), SIGINT (Ctrl-C), or a fault after which it
 * cannot be trusted.
 * @returns ends it with an exit code
 */
export function prepareShutdown({ drain, close, onFault }: ShutdownSteps): (exitCode: number) => void {
  let isEnding = false

  async function end(exitCode: number, drainMs: number): Promise<void> {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    drain()
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
  process.on('SIGINT', () => void end(0, 0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, error => {
      onFault(error)
      void end(1, 0)
    })
  }
  return exitCode => void end(exitCode, 0)
}
