import type { SignUp } from '#contract/rest/accounts.ts'
import { type CameIn, comeIn } from './come-in.ts'
import type { FlowContext } from '../flow-context.ts'

/** Who wants an account. `policy` is the version that they accepted with it. */
export type Newcomer = Pick<SignUp, 'user' | 'password' | 'name' | 'policy'>

/**
 * Makes an account. A temporary user becomes it, with all that they hold.
 * @see specification §7 "POST login /signup", rules AUTH-01, AUTH-07
 */
export async function signUp(context: FlowContext, newcomer: Newcomer): Promise<CameIn> {
  const { api, notices, ui } = context
  const came = await comeIn(context, async () => {
    // With the challenge: nobody else needs it, and it is not small.
    const [challenge, { solveCaptcha }] = await Promise.all([
      api.login.captcha(),
      import('./solve-captcha.ts'),
    ])
    const captchaToken = await solveCaptcha(challenge, () => undefined)
    return api.accounts.signUp({ ...newcomer, captchaToken, language: ui.language() })
  })
  if (came.status === 'done') notices.raise({ kind: 'success', subject: 'account', code: 'account-made' })
  return came
}
