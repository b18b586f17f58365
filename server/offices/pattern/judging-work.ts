import { UnjudgedPattern } from './parse-pattern.ts'

/**
 * What judging may still cost, over all the patterns that are judged together, in steps: a way followed or
 * noted, a letter looked at. Steps, not time: what is refused on a slow machine is refused on every one.
 */
export interface JudgingWork {
  left: number
}

/** @throws UnjudgedPattern where this is more than is left, and from then on */
export function spend(work: JudgingWork, steps: number): void {
  work.left -= steps
  if (work.left < 0) throw new UnjudgedPattern('the patterns together are too much to be judged')
}
