import { expect, it } from 'vitest'
import { SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'
import { signInPatience } from '#src/desk/sign-in/sign-in-patience.ts'

const refused = (code: string, retryAfterMs: number | null) =>
  new ApiError(code, code === 'too-many-requests' ? 429 : 401, 'no', { retryAfterMs })

it('a sign-in waits out the short pause that another’s guesses brought, and no wrong password', () => {
  const pause = refused('too-many-requests', 2_000)
  expect(signInPatience.retry(0, pause)).toBe(true)
  expect(signInPatience.retryDelay(0, pause)).toBe(2_000)
  expect(signInPatience.retry(5, pause)).toBe(false)
  expect(signInPatience.retry(0, refused('too-many-requests', SIGN_IN_PAUSE_MS.max + 1_000))).toBe(false)
  expect(signInPatience.retry(0, refused('too-many-requests', null))).toBe(false)
  expect(signInPatience.retry(0, refused('wrong-credentials', null))).toBe(false)
})
