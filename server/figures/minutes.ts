import type { Spread } from '#contract/rest/figures.ts'

/** What lasted longer is counted as this: somebody forgot to end it. */
const LONGEST_MINUTES = 24 * 60
const MEDIAN = 0.5
const P90 = 0.9

export interface Minutes {
  /** @param list whole minutes */
  add(list: readonly number[]): void
  spread(): Spread
}

/** How long things took, kept by the minute: so a year of them takes no more room than a day. */
export function countMinutes(): Minutes {
  const times = new Uint32Array(LONGEST_MINUTES + 1)
  let of = 0

  /** The smallest that so large a share of them did not exceed. */
  function rank(share: number): number | null {
    if (of === 0) return null
    let left = Math.ceil(share * of)
    return times.findIndex(count => (left -= count) <= 0)
  }

  return {
    add(list) {
      for (const minutes of list) {
        // A clock that was set back between two moments lets nothing take less than no time.
        const minute = Math.min(Math.max(0, minutes), LONGEST_MINUTES)
        times[minute] = (times[minute] ?? 0) + 1
        of += 1
      }
    },
    spread: () => ({ of, median: rank(MEDIAN), p90: rank(P90) }),
  }
}
