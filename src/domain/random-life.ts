/**
 * How long a cached answer is fresh: somewhere between the limits, so that a thousand phones in one office do
 * not ask again in the same second.
 *
 * @param fraction chance, at least 0 and below 1
 * @returns milliseconds
 * @see rules OFF-02 and OFF-03
 */
export function randomLife({ min, max }: { min: number; max: number }, fraction: number): number {
  return min + Math.round(fraction * (max - min))
}
