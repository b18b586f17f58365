import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { ApiError } from '#src/api/api-error.ts'
import type { CaptchaChallenge } from '#contract/rest/captcha.ts'

/** Longer than this the challenge itself has become too old. */
const SOLVE_TIMEOUT_MS = 4 * 60_000
/** Often enough for a bar that moves. */
const PROGRESS_EVERY = 20

/**
 * Solves an ALTCHA challenge. The keys are derived by the browser's own cryptography, off the page's thread,
 * so no worker is needed and the page stays alive under any content security policy.
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
  const solution = await solveChallenge({
    challenge,
    timeout: SOLVE_TIMEOUT_MS,
    deriveKey: (...asked) => {
      tries += 1
      if (tries % PROGRESS_EVERY === 0) onProgress(tries)
      return deriveKey(...asked)
    },
  })
  if (!solution) throw new ApiError('captcha-expired', 0, 'the captcha took too long')
  return btoa(JSON.stringify({ challenge, solution }))
}
