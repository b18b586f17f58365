import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a test waits for what should happen in a moment, before it calls it hanging: says nothing about
 * speed.
 */
export const PATIENCE_MS = 60_000

const PAUSE_MS = 25

/**
 * Asks again and again until the answer is neither undefined, null nor false.
 * @param what what is waited for, in words that make a failure readable
 * @throws when the time is over
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) {
      return answer as Exclude<T, undefined | null | false>
    }
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs} ms in vain for ${what}`)
    await sleep(PAUSE_MS)
  }
}
