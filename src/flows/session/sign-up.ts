import type { SignUp } from '#contract/rest/accounts.ts'
import { type Accepted, versionAccepted } from './accepted-policy.ts'
import { type CameIn, comeIn } from './come-in.ts'
import type { SignInOptions } from './sign-in.ts'
import { signInPatiently } from './sign-in-patiently.ts'
import type { FlowContext } from '../flow-context.ts'

/** Who wants an account. */
export type Newcomer = Pick<SignUp, 'user' | 'password' | 'name'>

export interface SignUpOptions extends SignInOptions {
  /** The policy that they accept with it. */
  accepts?: Accepted
}

/**
 * Makes an account. A temporary user becomes it, with all that they hold. Where many were made at this
 * address the browser proves some work.
 * @see specification §7 "POST login /signup", rules AUTH-01, AUTH-07
 */
export async function signUp(
  context: FlowContext,
  newcomer: Newcomer,
  { onProving = () => undefined, accepts }: SignUpOptions = {},
): Promise<CameIn> {
  const { api, notices, ui } = context
  const door = { captcha: api.login.captcha, signIn: api.accounts.signUp }
  const policy = await versionAccepted(api, accepts)
  const came = await comeIn(context, () =>
    signInPatiently(door, { ...newcomer, policy, language: ui.language() }, onProving),
  )
  if (came.status === 'done') notices.raise({ kind: 'success', subject: 'account', code: 'account-made' })
  return came
}
