/** What was said to somebody, and what came, in minutes. */
export interface Said {
  about: number
  /** Null for those that say one figure. */
  range: { from: number; to: number } | null
  real: number
}

/** How wrong some answers were. */
export interface Score {
  of: number
  /** Mean of the errors, whichever way. */
  mae: number
  rmse: number
  /** Above 0 where people wait less than they were told. */
  bias: number
  /** Parts of all, and the mean width; NaN where no range was said. */
  within: number
  later: number
  width: number
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export function scoreOf(all: readonly Said[]): Score {
  const errors = all.map(({ about, real }) => about - real)
  const ranges = all.flatMap(({ range, real }) => (range ? [{ ...range, real }] : []))
  return {
    of: all.length,
    mae: mean(errors.map(Math.abs)),
    rmse: Math.sqrt(mean(errors.map(error => error ** 2))),
    bias: mean(errors),
    within: mean(ranges.map(({ from, to, real }) => Number(from <= real && real <= to))),
    later: mean(ranges.map(({ to, real }) => Number(real > to))),
    width: mean(ranges.map(({ from, to }) => to - from)),
  }
}

/**
 * Ranges that hold as many waits as asked: each made wider or narrower about its middle, in one proportion
 * for all. None begins before now: what nobody would be told would be counted against whoever is compared.
 */
export function holding(all: readonly Said[], within: number): Said[] {
  const ranges = all.flatMap(({ about, range, real }) => (range ? [{ about, range, real }] : []))
  const halves = ranges.map(({ range: { from, to }, real }) => {
    const middle = (from + to) / 2
    return { middle, half: (to - from) / 2, needed: Math.abs(middle - real) / ((to - from) / 2 || 1) }
  })
  const needed = halves.map(one => one.needed).sort((a, b) => a - b)
  const factor = needed[Math.min(needed.length, Math.ceil(within * needed.length)) - 1] ?? Number.NaN
  return ranges.map((said, index) => {
    const { middle, half } = halves[index]!
    return { ...said, range: { from: Math.max(0, middle - factor * half), to: middle + factor * half } }
  })
}

/** How wide ranges would be that hold as many waits as asked: @see holding */
export const widthAt = (all: readonly Said[], within: number): number => scoreOf(holding(all, within)).width

/** Of five parts, from the shortest ranges' ends to the longest, what that one holds which holds least. */
export function leastHeld(all: readonly Said[]): number {
  const ends = all.flatMap(said => (said.range ? [{ said, end: said.range.to }] : []))
  const sorted = ends.sort((a, b) => a.end - b.end).map(({ said }) => said)
  const fifth = sorted.length / 5
  const parts = [0, 1, 2, 3, 4].map(part =>
    sorted.slice(Math.round(part * fifth), Math.round((part + 1) * fifth)),
  )
  return Math.min(...parts.map(part => scoreOf(part).within))
}
