import type { ProviderId } from '#contract/rest/accounts.ts'
import type { SocialLogin } from '#contract/rest/social.ts'
import type { FlowContext } from '../flow-context.ts'
import { type CameIn, comeIn } from './come-in.ts'
import { signInPatiently } from './sign-in-patiently.ts'

/** An attempt in which the provider named somebody. */
export interface AttemptInHand {
  id: string
  /** Null for who came back in this window: the attempt knows it. */
  provider: ProviderId | null
}

/** What the provider did not say, or what the person decided. */
export type AttemptAnswer = SocialLogin['user'] & Pick<SocialLogin, 'let_go'>

/** `attempt`: it is still good, and may be claimed with what is missing. */
export type AttemptClaimed = CameIn & { attempt?: AttemptInHand }

/**
 * Makes a session of what the provider said. Where that does not do (an e-mail that has an account already,
 * one that is missing) it may be claimed again, with the answer. Where many passwords or addresses were
 * tried from here the browser proves some work.
 * @see specification §7 "POST login /google"
 */
export async function claimAttempt(
  context: FlowContext,
  attempt: AttemptInHand,
  { let_go, ...user }: AttemptAnswer,
): Promise<AttemptClaimed> {
  const { api, serverData, session, ui } = context
  const claim = { uid: attempt.id, user, language: ui.language(), ...(let_go && { let_go }) }
  const isLink = session.user() !== null && !session.user()?.temporal
  const door = {
    // An e-mail counts as a sign-up, and a password as a sign-in, whose work is longer.
    captcha: user.password === undefined ? api.login.captcha : api.accounts.signInCaptcha,
    signIn: (said: SocialLogin) => api.accounts.claimAttempt(attempt.provider, said),
  }
  const outcome = await comeIn(context, () => signInPatiently(door, claim, () => undefined))
  if (isLink) serverData.refetchAccount()
  return { ...outcome, attempt }
}
