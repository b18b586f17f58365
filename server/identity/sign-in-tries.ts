import { SIGN_IN_FREE, SIGN_IN_PROOF_DOUBLINGS } from '#contract/limits.ts'
import { addressKey } from '#server/knocks/asker.ts'
import { askToTry, settleTry, type Tried } from '#server/knocks/pauses.ts'
import { RetryLater } from '#server/web/retry-later.ts'
import type { IdentityContext } from './identity-context.ts'
import { knownBrowser } from './known-browser.ts'
import { useCaptcha } from './use-captcha.ts'

/** Who signs in with a password: a clerk by their name, a customer by the one spelling of their e-mail. */
export interface SignsIn {
  kind: 'clerk' | 'account'
  name: string
  /** Whose account that is, by which a browser remembers them; none where it is nobody's. */
  user_id?: string | undefined
  /** They ask by an open session of theirs, and say the password once more. */
  isIn?: boolean
}

/** From where somebody signs in. */
export interface SignInPlace {
  address: string
  /** What the browser holds of those who signed in there before. */
  browserCookie: string | undefined
  /** Work that it proved, to wait for nobody. */
  captchaToken: string | undefined
}

export interface SignInTry {
  /** The password was right. */
  succeeded(): Promise<void>
}

/**
 * Lets a clerk or a customer try a password, or says for how many seconds not. Nobody is locked out: whoever
 * guesses is slowed down, for this name at this address and for the address as a whole; a browser where this
 * person has signed in before is counted by itself, and waits for no stranger on the office's Wi-Fi. Nor do
 * their open sessions, which are counted together elsewhere: who found one open makes more of it by a code.
 * Another browser may lose every race against somebody who guesses without end: it proves some work instead,
 * which costs a guesser as much for each guess. A name that nobody has is counted like any other.
 * @throws RetryLater too-many-requests; Refusal captcha-invalid, captcha-expired, captcha-used
 */
export async function trySignIn(
  context: Pick<IdentityContext, 'captcha' | 'clock' | 'database' | 'protection'>,
  who: SignsIn,
  { address, browserCookie, captchaToken }: SignInPlace,
): Promise<SignInTry> {
  const { captcha, database, clock, protection } = context
  const browser = knownBrowser(context, browserCookie, { kind: who.kind, name: who.user_id ?? who.name })
  const ofAddress = addressKey({ address }, protection)
  const { kind, isIn = false } = who
  const name = protection.mark(`${kind} name`, who.name)
  const from = browser !== null ? `browser ${browser}` : isIn ? 'sessions' : ofAddress
  const own: Tried = { key: `${kind} ${name} ${from}`, free: SIGN_IN_FREE.name }
  const shared: Tried | null =
    from === ofAddress ? { key: `${kind}s ${ofAddress}`, free: SIGN_IN_FREE.address } : null
  const solved =
    captchaToken === undefined ? null : await captcha.verify(captchaToken, SIGN_IN_PROOF_DOUBLINGS)
  const wait = await database.transaction(transaction =>
    askToTry(
      transaction,
      shared === null ? [own] : [own, shared],
      clock.now(),
      solved && (within => useCaptcha(within, solved)),
    ),
  )
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1_000)
    throw new RetryLater(
      'too-many-requests',
      429,
      `too many wrong passwords; try again in ${seconds} s`,
      seconds,
    )
  }
  return {
    succeeded: () =>
      database.transaction(transaction =>
        settleTry(transaction, { over: own.key, shared: shared?.key ?? null }),
      ),
  }
}
