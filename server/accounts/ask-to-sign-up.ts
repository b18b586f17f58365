import { SIGN_UPS_FREE } from '#contract/limits.ts'
import { useCaptcha } from '#server/identity/use-captcha.ts'
import { addressKey } from '#server/knocks/asker.ts'
import { askToTry } from '#server/knocks/pauses.ts'
import { RetryLater } from '#server/web/retry-later.ts'
import { loginTexts } from '#locales/login/texts.ts'
import type { AccountsContext } from './accounts-context.ts'
import type { Arrival } from './sign-in.ts'

/**
 * An address makes a few accounts in an hour, and for each more of them somebody proves work: else it would
 * learn from the answers who has one, as fast as it can ask.
 * @throws RetryLater too-many-requests; Refusal captcha-invalid, captcha-expired, captcha-used
 */
export async function askToSignUp(
  context: AccountsContext,
  captchaToken: string | undefined,
  { address, language }: Pick<Arrival, 'address' | 'language'>,
): Promise<void> {
  const { captcha, clock, database, protection } = context
  const solved = captchaToken === undefined ? null : await captcha.verify(captchaToken)
  const tried = { key: `sign-ups ${addressKey({ address }, protection)}`, free: SIGN_UPS_FREE }
  const wait = await database.transaction(transaction =>
    askToTry(transaction, [tried], clock.now(), solved && (within => useCaptcha(within, solved))),
  )
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1_000)
  const said = loginTexts[language]['proof-required']
  throw new RetryLater('too-many-requests', 429, said, seconds)
}
