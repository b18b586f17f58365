import {
  TOO_MANY_REQUESTS_COOKIE,
  TOO_MANY_REQUESTS_COOKIE_MS,
  TOO_MANY_REQUESTS_COUNT_MAX,
} from '#contract/limits.ts'
import type { Cookies } from './cookies.ts'

/**
 * Counts one more refusal for asking too often, up to three, in a cookie that lasts a day.
 *
 * @returns the count now
 * @see rule SHELL-05
 */
export function countTooManyRequests(cookies: Cookies): number {
  const before = Number(cookies.read(TOO_MANY_REQUESTS_COOKIE) ?? 0)
  // The person can write anything into their own cookie.
  const known = Number.isInteger(before) && before > 0 ? before : 0
  const count = Math.min(known + 1, TOO_MANY_REQUESTS_COUNT_MAX)
  cookies.write(TOO_MANY_REQUESTS_COOKIE, String(count), TOO_MANY_REQUESTS_COOKIE_MS)
  return count
}
