import { judgePattern, type PatternObjection } from './judge-pattern.ts'
import type { JudgingWork } from './judging-work.ts'

/** Judges a pattern against answers of up to `longest` characters. */
export type PatternJudge = (pattern: string, longest: number) => PatternObjection | null

/**
 * Judges the patterns of one file, each that differs once: thousands of offices ask for the same few. What
 * comes when the work is used up is refused: the judging holds up all whom the server serves.
 */
export function patternJudge(work: JudgingWork): PatternJudge {
  const judged = new Map<string, PatternObjection | null>()
  return (pattern, longest) => {
    const key = `${longest} ${pattern}`
    let objection = judged.get(key)
    if (objection === undefined) {
      objection = judgePattern(pattern, longest, work)
      judged.set(key, objection)
    }
    return objection
  }
}
