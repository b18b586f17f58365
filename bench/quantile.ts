/**
 * The value below which the share `p` of all values lies (nearest rank).
 * @param values in any order, at least one
 */
export function quantile(values: Iterable<number>, p: number): number {
  const sorted = Float64Array.from(values).sort()
  const value = sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('a quantile of nothing')
  return value
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5)
