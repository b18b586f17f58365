import { alphabetOf } from './alphabet.ts'
import { type JudgingWork, spend } from './judging-work.ts'
import { type PatternNode, UnjudgedPattern } from './parse-pattern.ts'
import { type Positions, positionsOf, type Ways } from './positions.ts'

/** What the judging of one pattern may cost, in ways followed: some tenths of a second. */
const JUDGING_MAX = 2_000_000

/** What a matcher tries at the positions where it may stand: each way on, and giving up. */
function costOf(standing: Ways, fanOut: readonly number[]): number {
  let cost = 0
  for (const [position, count] of standing) cost += count * (1 + (fanOut[position] ?? 0))
  return cost
}

function stepOn(standing: Ways, { follow }: Positions, work: JudgingWork): Ways {
  const next: Ways = new Map()
  for (const [position, count] of standing) {
    const ahead = follow[position]
    if (!ahead) continue
    spend(work, ahead.size)
    for (const [other, ways] of ahead) {
      next.set(other, (next.get(other) ?? 0) + count * ways)
    }
  }
  return next
}

const keyOf = (standing: Ways) =>
  [...standing]
    .sort(([a], [b]) => a - b)
    .map(([position, count]) => `${position}:${count}`)
    .join()

/**
 * An upper bound of the steps that a backtracking matcher takes on any text of up to `longest` characters, a
 * constant factor aside. Such a matcher may walk every way to read each beginning of the text; so ways are
 * counted for every text at once, letter by letter, each distinct count once.
 *
 * @returns Infinity as soon as it would pass `most`
 * @throws UnjudgedPattern where the pattern is too tangled to be judged within reason, or no work is left
 */
export function worstCaseSteps(root: PatternNode, longest: number, most: number, work: JudgingWork): number {
  const positions = positionsOf(root, work)
  const { atoms, follow } = positions
  const fanOut = follow.map(ways => [...ways.values()].reduce((sum, count) => sum + count, 0))
  const letters = alphabetOf([...new Set(atoms.slice(1))], work)

  let dearest = 0
  let judging = 0
  let frontier: Ways[] = [new Map([[0, 1]])]
  const seen = new Set<string>()
  for (let length = 0; length <= longest && frontier.length > 0; length++) {
    const coming: Ways[] = []
    for (const standing of frontier) {
      dearest = Math.max(dearest, costOf(standing, fanOut))
      if (dearest * longest > most) return Number.POSITIVE_INFINITY
      const next = stepOn(standing, positions, work)
      for (const letter of letters) {
        judging += next.size + standing.size
        spend(work, next.size + standing.size)
        if (judging > JUDGING_MAX) throw new UnjudgedPattern('it is too tangled to be judged')
        const reached: Ways = new Map([...next].filter(([position]) => letter.has(atoms[position] ?? '')))
        const key = keyOf(reached)
        if (reached.size === 0 || seen.has(key)) continue
        seen.add(key)
        coming.push(reached)
      }
    }
    frontier = coming
  }
  return dearest * longest
}
