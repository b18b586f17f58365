import type { PasswordLogin } from '#contract/rest/accounts.ts'
import { type CameIn, comeIn } from './come-in.ts'
import { signInPatiently } from './sign-in-patiently.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * `user` is the e-mail of the account. With `let_go` a temporary user gives up what the account holds as
 * well, instead of being refused for it.
 */
export type Credentials = Pick<PasswordLogin, 'user' | 'password' | 'let_go'>

export interface SignInOptions {
  /** Told when the browser proves some work, since somebody guessed passwords nearby. */
  onProving?: () => void
}

/**
 * Signs in with e-mail and password. What a temporary user holds comes along.
 * @see specification §7 "POST login /password", rules AUTH-01, AUTH-07
 */
export function signIn(
  context: FlowContext,
  credentials: Credentials,
  { onProving = () => undefined }: SignInOptions = {},
): Promise<CameIn> {
  const { accounts } = context.api
  const language = context.ui.language()
  const door = { captcha: accounts.signInCaptcha, signIn: accounts.signIn }
  return comeIn(context, () => signInPatiently(door, { ...credentials, language }, onProving))
}
