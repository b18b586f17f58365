import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { ApiError } from '#src/api/api-error.ts'
import type { CaptchaChallenge } from '#contract/rest/captcha.ts'

/** Longer than this the challenge itself has become too old. */
const SOLVE_TIMEOUT_MS = 4 * 60_000
/** Often enough for a bar that moves. */
const PROGRESS_EVERY = 20

/** Nearly everywhere the browser's own, off the page's thread. */
const deriving = async () =>
  'subtle' in crypto ? deriveKey : (await import('./derive-key-plainly.ts')).derivingPlainly()

/**
 * Solves an ALTCHA challenge. No worker is needed, and the page stays alive under any content security
 * policy.
 *
 * @param onProgress told how many tries there were
 * @returns what the login service takes as captchaToken
 * @throws ApiError captcha-expired when it took too long
 */
export async function solveCaptcha(
  challenge: CaptchaChallenge,
  onProgress: (tries: number) => void,
): Promise<string> {
  let tries = 0
  const derive = await deriving()
  const solution = await solveChallenge({
    challenge,
    timeout: SOLVE_TIMEOUT_MS,
    deriveKey: (...asked) => {
      tries += 1
      if (tries % PROGRESS_EVERY === 0) onProgress(tries)
      return derive(...asked)
    },
  })
  if (!solution) throw new ApiError('captcha-expired', 0, 'the captcha took too long')
  return btoa(JSON.stringify({ challenge, solution }))
}
