import type { Language } from '#contract/primitives.ts'
import { samePassword } from '#contract/rules/password.ts'
import { wordedRefusal, wrongCredentials } from '#server/accounts/worded.ts'
import type { IdentityContext } from '#server/identity/identity-context.ts'
import { verifyPassword } from '#server/identity/passwords.ts'
import { type SignInPlace, trySignIn } from '#server/identity/sign-in-tries.ts'

/**
 * Whoever has a password says it once more before something that cannot be undone: who found the telephone
 * open does not know it, and must not try one after the other. Whoever has none has confirmed it by asking.
 * @throws Refusal password-required, wrong-credentials; RetryLater too-many-requests
 */
export async function confirmPassword(
  context: Pick<IdentityContext, 'captcha' | 'clock' | 'database' | 'protection'>,
  userId: string,
  password: string | undefined,
  { language, ...place }: Omit<SignInPlace, 'captchaToken'> & { language: Language },
): Promise<void> {
  const account = await context.database.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!account || account.password_hash === null) return
  if (password === undefined || password === '') {
    throw wordedRefusal('password-required', 400, language, 'password-required', [
      { path: 'password', message: 'missing' },
    ])
  }
  const who = { kind: 'account', name: `user ${userId}`, user_id: userId, isIn: true } as const
  const tried = await trySignIn(context, who, { ...place, captchaToken: undefined })
  if (!(await verifyPassword(account.password_hash, samePassword(password)))) throw wrongCredentials(language)
  await tried.succeeded()
}
