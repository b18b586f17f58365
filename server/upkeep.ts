import type { Timers } from './platform/timers.ts'

/** Something that has to be done again and again, by any server and harmlessly by several. */
export interface UpkeepTask {
  name: string
  everyMs: number
  /** @param ending aborted when the server ends: what goes step by step begins no further one */
  run(ending: AbortSignal): Promise<unknown>
}

/** What a task resolves to that was not begun, though it was its time. */
export const HELD = Symbol('held')

export const UPKEEP_OUTCOMES = ['done', 'held', 'failed'] as const
type UpkeepOutcome = (typeof UPKEEP_OUTCOMES)[number]

export interface Upkeep {
  /** Begins no more, says so to what runs, and resolves when that has finished. */
  stop(): Promise<void>
}

/**
 * Does each task now and then every so often. One that still runs when its time comes is not begun again; one
 * that fails is tried at its next time. How each ends is told.
 */
export function startUpkeep(
  tasks: readonly UpkeepTask[],
  timers: Timers,
  onEnd: (name: string, outcome: UpkeepOutcome, error?: unknown) => void,
): Upkeep {
  const running = new Map<string, Promise<unknown>>()
  const ending = new AbortController()

  function run({ name, run: work }: UpkeepTask): void {
    if (running.has(name)) return
    const ended = work(ending.signal)
      .then(
        answer => onEnd(name, answer === HELD ? 'held' : 'done'),
        (error: unknown) => onEnd(name, 'failed', error),
      )
      .finally(() => running.delete(name))
    running.set(name, ended)
  }

  const stops = tasks.map(task => {
    run(task)
    return timers.every(task.everyMs, () => run(task))
  })

  return {
    async stop() {
      ending.abort()
      for (const stop of stops) stop()
      await Promise.all(running.values())
    },
  }
}
