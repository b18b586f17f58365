import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/**
 * Asks for the link by which a forgotten password is replaced. It ends well whoever it is: nobody learns
 * whether there is an account.
 */
export async function forgetPassword(
  { api, connectivity, ui }: Pick<FlowContext, 'api' | 'connectivity' | 'ui'>,
  user: string,
): Promise<Outcome> {
  if (!connectivity.hasNetwork()) return failure('offline')
  try {
    const [challenge, { solveCaptcha }] = await Promise.all([
      api.login.captcha(),
      import('./solve-captcha.ts'),
    ])
    const captchaToken = await solveCaptcha(challenge, () => undefined)
    await api.accounts.forgotPassword({ user, language: ui.language(), captchaToken })
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
