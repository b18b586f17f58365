import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaChallenge } from '#contract/rest/captcha.ts'

/**
 * What the application sends as captchaToken: the challenge and its solution, as altcha's clients write them.
 */
export const captchaTokenOf = (challenge: object, solution: object): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')

/** Solves a challenge as the browser does. */
export async function solveCaptcha(challenge: CaptchaChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the captcha was not solved in time')
  return captchaTokenOf(challenge, solution)
}
