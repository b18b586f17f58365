import type { CaptchaChallenge } from '#contract/rest/captcha.ts'
import { pauseOf } from '#src/api/api-error.ts'

/** By whom somebody is let in: the desk, or an account. */
export interface SignInDoor<Typed extends object, Entered> {
  captcha(): Promise<CaptchaChallenge>
  signIn(credentials: Typed & { captchaToken?: string }): Promise<Entered>
}

/** A solved challenge; null where this browser or the network cannot. */
async function proofOfWork(door: Pick<SignInDoor<object, unknown>, 'captcha'>): Promise<string | null> {
  try {
    const [{ solveCaptcha }, challenge] = await Promise.all([import('./solve-captcha.ts'), door.captcha()])
    return await solveCaptcha(challenge, () => undefined)
  } catch {
    return null
  }
}

/**
 * Signs in. Where wrong passwords brought a pause, whose end somebody who guesses without end would always
 * win, the browser proves some work instead of waiting.
 *
 * @param onProving told when that begins: it takes some seconds
 * @throws ApiError; a pause where the browser could not prove anything
 */
export async function signInPatiently<Typed extends object, Entered>(
  door: SignInDoor<Typed, Entered>,
  credentials: Typed,
  onProving: () => void,
): Promise<Entered> {
  try {
    return await door.signIn(credentials)
  } catch (error) {
    if (pauseOf(error) === null) throw error
    onProving()
    const captchaToken = await proofOfWork(door)
    if (captchaToken === null) throw error
    return await door.signIn({ ...credentials, captchaToken })
  }
}
