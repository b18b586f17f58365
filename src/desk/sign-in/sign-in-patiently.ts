import type { DeskSession } from '#contract/rest/desk.ts'
import type { Credentials, DeskApi } from '../desk-api.ts'
import { pauseOf } from './sign-in-patience.ts'

/** A solved challenge; null where this browser or the network cannot. */
async function proofOfWork(api: Pick<DeskApi, 'captcha'>): Promise<string | null> {
  try {
    const [{ solveCaptcha }, challenge] = await Promise.all([
      import('#src/flows/session/solve-captcha.ts'),
      api.captcha(),
    ])
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
export async function signInPatiently(
  api: Pick<DeskApi, 'captcha' | 'signIn'>,
  credentials: Credentials,
  onProving: () => void,
): Promise<DeskSession> {
  try {
    return await api.signIn(credentials)
  } catch (error) {
    if (pauseOf(error) === null) throw error
    onProving()
    const captchaToken = await proofOfWork(api)
    if (captchaToken === null) throw error
    return await api.signIn({ ...credentials, captchaToken })
  }
}
