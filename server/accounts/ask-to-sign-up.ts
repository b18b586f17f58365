import { SIGN_IN_PAUSE_MS, SIGN_UPS_FREE } from '#contract/limits.ts'
import { useCaptcha } from '#server/identity/use-captcha.ts'
import { addressKey } from '#server/knocks/asker.ts'
import { countKnock } from '#server/knocks/count-knock.ts'
import { RetryLater } from '#server/web/retry-later.ts'
import { loginTexts } from '#locales/login/texts.ts'
import type { AccountsContext } from './accounts-context.ts'
import type { Arrival } from './sign-in.ts'

/**
 * The work can be proved at once. Pages take a longer time for a limit that no work lifts (`pauseOf`), and
 * would prove none.
 */
const PROVED_WITHIN_S = SIGN_IN_PAUSE_MS.first / 1_000

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
  const knock = { kind: 'sign-up', keys: [addressKey({ address }, protection)], at: clock.now() } as const
  await database.transaction(async transaction => {
    if ((await countKnock(transaction, knock)) <= SIGN_UPS_FREE) return
    if (solved) return await useCaptcha(transaction, solved)
    const said = loginTexts[language]['proof-required']
    throw new RetryLater('too-many-requests', 429, said, PROVED_WITHIN_S)
  })
}
