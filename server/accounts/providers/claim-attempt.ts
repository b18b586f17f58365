import type { ProviderId } from '#contract/rest/accounts.ts'
import type { Session } from '#contract/rest/login.ts'
import type { SocialLogin } from '#contract/rest/social.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { Arrival } from '../sign-in.ts'
import { enterByProvider } from './enter-by-provider.ts'
import { linkProvider } from './link-provider.ts'
import { openAttempt } from './open-attempt.ts'
import type { ProvidersContext } from './providers-context.ts'

/** Who claims an attempt, and from where. */
export interface Claiming extends Arrival {
  /** Null for any: the attempt says which. */
  provider: ProviderId | null
  /** That of the request, which a linked account goes on with. */
  token: string
  browserToken: string | undefined
}

export interface Claimed {
  session: Session
  /** Null where the session is the one that was open already. */
  cookieToken: string | null
}

/** What the constraints say of two that come at once, or of what another account has. */
function refusalOf(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_document_proven')) {
    return new Refusal('document-taken', 409, 'another account has proved this document')
  }
  if (isUniqueViolation(error, 'provider_identities_one_per_user')) {
    return new Refusal('provider-linked', 409, 'the account has another identity of this provider')
  }
  return error
}

/** Somebody was faster by a moment: whoever comes second finds what the first has made. */
const wasFaster = (error: unknown) =>
  isUniqueViolation(error, 'provider_identities_pkey') || isUniqueViolation(error, 'accounts_email_once')

/**
 * Makes of an attempt what it was begun for: a session of the account that the identity enters, of a new one
 * where it is new here; or, for somebody who is registered already, one more way into their account. An
 * attempt does it once.
 * @throws Refusal attempt-invalid, provider-refused, provider-unavailable; person-incomplete,
 * account-to-link, wrong-credentials, holds-the-same, provider-linked, document-taken; RetryLater
 * too-many-requests
 * @see rules AUTH-04, AUTH-05, DOC-04
 */
export async function claimAttempt(
  context: ProvidersContext,
  said: SocialLogin,
  claiming: Claiming,
): Promise<Claimed> {
  const { accounts } = context
  const { caller } = claiming
  const attempt = await openAttempt(accounts, said.uid, claiming)
  const isLink = (one: typeof caller): one is UserCaller =>
    one.kind === 'user' && !one.temporal && attempt.asked_by === one.user_id
  for (let again = false; ; again = true) {
    try {
      if (isLink(caller)) return await linkProvider(accounts, attempt, caller, claiming.token)
      return await enterByProvider(accounts, attempt, said, claiming)
    } catch (error) {
      if (again || !wasFaster(error)) throw refusalOf(error)
    }
  }
}
