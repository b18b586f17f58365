import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX, PASSWORD_TYPED_MAX, RETURN_PATH_MAX } from '../limits.ts'
import { isoTime, language, uuid } from '../primitives.ts'
import { email, personName } from './person.ts'
import { policyVersion } from './policies.ts'

/**
 * Signing in with a provider: an attempt is begun, carried out at the provider's in a window of its own (or
 * in this one), and claimed by the page that began it.
 */

/**
 * A place within the application: never another site's, whatever a link says.
 * @example /profile?tab=account
 */
const ownPath = v.pipe(v.string(), v.maxLength(RETURN_PATH_MAX), v.regex(/^\/(?![/\\])[\x21-\x7e]*$/))

/** POST login/{provider}/begin. With a registered user's token the provider is linked to their account. */
export const attemptBegin = v.object({
  /** `redirect` where no second window can be opened: this one leaves, and comes back to `next`. */
  mode: v.picklist(['popup', 'redirect']),
  next: v.optional(ownPath, '/'),
  language: v.optional(language, 'es'),
})
export type AttemptBegin = v.InferOutput<typeof attemptBegin>

/** What it answers. The attempt works once, until then, and in the browser that began it alone. */
export const attemptBegun = v.object({ attempt_id: uuid, url: v.string(), expires_at: isoTime })
export type AttemptBegun = v.InferOutput<typeof attemptBegun>

/** GET login/attempts/{id}: how far it is. */
export const attemptState = v.object({
  state: v.picklist(['pending', 'done', 'failed']),
  /** Of `failed`: provider-refused, provider-unavailable, attempt-invalid. */
  code: v.nullable(v.string()),
  /** Where one was when it began. */
  next: v.string(),
})
export type AttemptState = v.InferOutput<typeof attemptState>

/**
 * POST login/google, login/facebook, login/microsoft and login/user (§7): `uid` is the attempt's id, and
 * `user` says what the provider did not. Answers the session, with the cookie; a registered user's token
 * links the provider to that account instead, and leaves the session as it is.
 */
export const socialLogin = v.object({
  uid: uuid,
  user: v.object({
    /** Where the provider gives none (`person-incomplete`), or another one than it gives. */
    email: v.optional(email),
    name: v.optional(personName),
    /** Of the account that has this e-mail already (`account-to-link`): once, and the two are one. */
    password: v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_TYPED_MAX))),
  }),
  language: v.optional(language),
  policy: v.optional(policyVersion),
  /** Work proved, so as not to wait behind somebody who guesses. */
  captchaToken: v.optional(v.pipe(v.string(), v.maxLength(CAPTCHA_TOKEN_MAX))),
  /** What the account holds as well is given up, instead of `holds-the-same`. */
  let_go: v.optional(v.boolean()),
})
export type SocialLogin = v.InferOutput<typeof socialLogin>
