import type { Timers } from '#server/platform/timers.ts'

/** Beyond so many a second nobody reads them, and to write them costs those who are to be served. */
export const LINES_PER_SECOND = 100
const SECOND_MS = 1_000

/**
 * Lets so many lines of the log through in a second, and counts the others.
 * @param tell told at the end of a second in which lines were left out
 * @returns whether the next line is written
 */
export function createLineBudget(timers: Timers, tell: (leftOut: number) => void): () => boolean {
  let lines = 0

  function endSecond(): void {
    const leftOut = lines - LINES_PER_SECOND
    lines = 0
    if (leftOut > 0) tell(leftOut)
  }

  return () => {
    if (lines === 0) timers.after(SECOND_MS, endSecond)
    lines += 1
    return lines <= LINES_PER_SECOND
  }
}
