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
 * How wide ranges would be that hold as many waits as asked: each made wider or narrower about its middle.
 */
export function widthAt(all: readonly Said[], within: number): number {
  const ranges = all.flatMap(({ range, real }) => (range ? [{ ...range, real }] : []))
  const needed = ranges.map(({ from, to, real }) => Math.abs((from + to) / 2 - real) / ((to - from) / 2 || 1))
  const factor = needed.sort((a, b) => a - b)[Math.min(needed.length, Math.ceil(within * needed.length)) - 1]
  return (factor ?? Number.NaN) * scoreOf(all).width
}
