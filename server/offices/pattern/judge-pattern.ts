import { type JudgingWork, spend } from './judging-work.ts'
import { parsePattern, UnjudgedPattern } from './parse-pattern.ts'
import { worstCaseSteps } from './worst-case.ts'

/**
 * A matcher does some ten million steps in a tenth of a second: nobody's answer may hold the server up for
 * longer.
 */
const STEPS_MAX = 5_000_000

const ADVICE =
  'leave but one way to match a text (no repetition within a repetition, no two in a row that take the same characters)'

export interface PatternObjection {
  /** True where it is no regular expression at all, false where it is a dangerous one. */
  broken: boolean
  reason: string
}

/**
 * Whether a regular expression may be held against an answer of up to `longest` characters that anybody may
 * write. Sound, not complete: what is accepted is fast on every answer; some that would be fast are refused,
 * and all for which no work is left.
 */
export function judgePattern(pattern: string, longest: number, work: JudgingWork): PatternObjection | null {
  try {
    // Alone, because `a)|(b` would become whole inside the brackets of form-answers.ts and mean something
    // else.
    new RegExp(pattern, 'u')
    new RegExp(`^(?:${pattern})$`, 'u')
  } catch (error) {
    return { broken: true, reason: (error as SyntaxError).message }
  }
  try {
    spend(work, pattern.length)
    if (worstCaseSteps(parsePattern(pattern), longest, STEPS_MAX, work) <= STEPS_MAX) return null
    return {
      broken: false,
      reason: `on some answers of ${longest} characters it would take too long: ${ADVICE}`,
    }
  } catch (error) {
    if (!(error instanceof UnjudgedPattern)) throw error
    return { broken: false, reason: `${error.message}: ${ADVICE}` }
  }
}
