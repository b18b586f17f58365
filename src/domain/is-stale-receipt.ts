import { AUTH_COOKIE_MS } from '#contract/limits.ts'

/**
 * A stored receipt goes when its timestamp is older than the session under which it was kept could be: from
 * then on nobody can ask the server about it, and it says nothing that still helps.
 *
 * @param heardAt when it was stored or last refreshed, milliseconds since the epoch
 * @param now the server's time, milliseconds since the epoch
 * @see rule TEMP-03
 */
export function isStaleReceipt(heardAt: number, now: number): boolean {
  return now - heardAt > AUTH_COOKIE_MS
}
