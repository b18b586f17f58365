import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#server/platform/clock.ts'
import { pruneTurns } from '#server/retention/prune-turns.ts'
import type { Served } from './people.ts'

/** Turns of so many days stay: three quarters of the year would go, if it were waited for. */
const KEPT_DAYS = 90
const LASTS_MS = 60_000
/** Somebody comes so often meanwhile. */
const PAUSE_MS = 50

export interface PruneTook {
  turns: number
  ms: number
  /** Numbers taken meanwhile. */
  meanwhile: number[]
  /** Numbers taken as often, while nothing is pruned. */
  alone: number[]
}

async function takeUntil(served: Served, isOver: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (!isOver()) {
    took.push(await served.take())
    await sleep(PAUSE_MS)
  }
  return took
}

/** How fast turns go, for a minute at most, and how long somebody waits who takes a number then. */
export async function measurePruning(served: Served): Promise<PruneTook> {
  const until = performance.now() + LASTS_MS / 6
  const alone = await takeUntil(served, () => performance.now() > until)
  const began = performance.now()
  let isOver = false
  const pruning = pruneTurns(
    { database: served.database, clock: systemClock },
    KEPT_DAYS,
    AbortSignal.timeout(LASTS_MS),
  ).finally(() => {
    isOver = true
  })
  const meanwhile = await takeUntil(served, () => isOver)
  return { turns: await pruning, ms: performance.now() - began, meanwhile, alone }
}
