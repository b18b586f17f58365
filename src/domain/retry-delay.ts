export interface RetryPace {
  /** The middle of the first delay. */
  firstMs: number
  /** No delay is longer. */
  longestMs: number
}

/**
 * A random, growing delay: it doubles with each try and is spread over half to one and a half times its
 * length. When an office's network comes back, everyone in it comes back at once: without the spread they
 * would be refused together, and together try again.
 *
 * @param tries 1 for the first retry
 * @param fraction chance, at least 0 and below 1
 * @returns milliseconds
 * @see rule CHAN-07
 */
export function retryDelay(tries: number, fraction: number, { firstMs, longestMs }: RetryPace): number {
  const middle = Math.min(longestMs / 1.5, firstMs * 2 ** Math.min(tries - 1, 30))
  return Math.round(middle * (0.5 + fraction))
}
