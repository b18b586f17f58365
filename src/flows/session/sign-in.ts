import { type CameIn, comeIn } from './come-in.ts'
import { signInPatiently } from './sign-in-patiently.ts'
import type { FlowContext } from '../flow-context.ts'

/** `user` is the e-mail of the account. */
export interface Credentials {
  user: string
  password: string
}

/**
 * Signs in with e-mail and password.
 * @param onProving told when the browser proves some work, since somebody guessed passwords nearby
 * @see specification §7 "POST login /password", rules AUTH-01, AUTH-07
 */
export function signIn(
  context: FlowContext,
  credentials: Credentials,
  { onProving = () => undefined }: { onProving?: () => void } = {},
): Promise<CameIn> {
  const { accounts, login } = context.api
  const language = context.ui.language()
  return comeIn(context, () =>
    signInPatiently(
      { captcha: login.captcha, signIn: accounts.signIn },
      { ...credentials, language },
      onProving,
    ),
  )
}
