import { AUTH_COOKIE_MS } from '#contract/limits.ts'

/**
 * A stored receipt goes when its timestamp is older than the session under which it was kept could be: from
 * then on nobody can ask the server about it, and it says nothing that still helps.
 *
 * @param timeStamp when it was stored or last refreshed, milliseconds since the epoch
 * @param now milliseconds since the epoch
 * @see rule TEMP-03
 */
export function isStaleReceipt(timeStamp: number, now: number): boolean {
  return now - timeStamp > AUTH_COOKIE_MS
}
