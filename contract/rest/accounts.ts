import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX, EMAIL_MAX, PASSWORD_TYPED_MAX } from '../limits.ts'
import { isoTime, language, uuid } from '../primitives.ts'
import { dni, email, personName, phone, rut } from './person.ts'
import { policyVersion } from './policies.ts'

/**
 * Accounts: who comes back on another device. `user` is the specification's word for the e-mail by which
 * somebody signs in (§5, §7).
 */

/** As it is typed: what is missing or empty is answered `user-and-password-required`, in words. */
const typed = (max: number) => v.optional(v.pipe(v.string(), v.maxLength(max)), '')
const captchaToken = v.optional(v.pipe(v.string(), v.maxLength(CAPTCHA_TOKEN_MAX)))
/** Judged by rules/password.ts, whose words a person understands; beyond this it is no password at all. */
const newPassword = v.pipe(v.string(), v.maxLength(PASSWORD_TYPED_MAX))

/**
 * POST login/signup. With a temporary user's token that user becomes the account, and keeps what they hold.
 * Answers the session (rest/login.ts), with the cookie.
 */
export const signUp = v.object({
  user: typed(EMAIL_MAX),
  password: typed(PASSWORD_TYPED_MAX),
  name: personName,
  language: v.optional(language),
  policy: v.optional(policyVersion),
  captchaToken,
})
export type SignUp = v.InferOutput<typeof signUp>

/**
 * POST login/password. With a temporary user's token what they hold comes along into the account, unless the
 * account holds the same: then 409 `holds-the-same`, and nothing changes. Answers the session, with the
 * cookie.
 */
export const passwordLogin = v.object({
  user: typed(EMAIL_MAX),
  password: typed(PASSWORD_TYPED_MAX),
  language: v.optional(language),
  /** Work proved (GET login/password/captcha), so as not to wait behind somebody who guesses. */
  captchaToken,
  /** What the account holds as well is given up, instead of `holds-the-same`. */
  let_go: v.optional(v.boolean()),
})
export type PasswordLogin = v.InferOutput<typeof passwordLogin>

/**
 * PUT login/password: a new one. `current` may be left out only by who has none yet (came by a provider).
 */
export const passwordChange = v.object({
  current: v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_TYPED_MAX))),
  password: newPassword,
  language: v.optional(language),
})
export type PasswordChange = v.InferOutput<typeof passwordChange>

/** POST login/password/forgot: 204 whoever it is. Offered where there is a way to send e-mail. */
export const passwordForgotten = v.object({
  user: email,
  language: v.optional(language),
  captchaToken: v.pipe(v.string(), v.maxLength(CAPTCHA_TOKEN_MAX)),
})

/** Where the links lead that are sent by e-mail, followed by # and the token: no server's log sees it. */
export const MAIL_LINKS = {
  'confirm-email': '/account/confirm',
  'reset-password': '/account/reset',
  'email-changed': '/account/recover',
} as const
export type MailLinkKind = keyof typeof MAIL_LINKS

/** Of a link that was sent by e-mail. */
const linkToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
/** POST login/password/reset: answers the session. Every other session of the account ends. */
export const passwordReset = v.object({
  token: linkToken,
  password: newPassword,
  language: v.optional(language),
  let_go: v.optional(v.boolean()),
})
/** POST login/email/confirm. */
export const emailConfirmation = v.object({ token: linkToken, language: v.optional(language) })
/**
 * POST login/email/recover: the account has the address again to which the link went, and nothing opens it
 * but a new password: every session and link of it ends, and providers and the number for WhatsApp go.
 */
export const accountRecovery = v.object({ token: linkToken, language: v.optional(language) })
/** By its `token` a password is chosen, as by a link (POST login/password/reset). */
export const accountRecovered = v.object({ token: linkToken })
/** POST login/email/confirmation: the link once more. Pages of an earlier release say nothing. */
export const confirmationWish = v.nullish(v.object({ language: v.optional(language) }))

/** Who may be asked to say who somebody is: only those that this installation has configured. */
export const PROVIDER_IDS = ['google', 'facebook', 'microsoft', 'document'] as const
export const providerId = v.picklist(PROVIDER_IDS)
export type ProviderId = v.InferOutput<typeof providerId>

/** GET login/ways: how one may come in here. */
export const waysIn = v.object({
  /** As they are offered; `label` is the operator's, for the one that vouches for documents. */
  providers: v.array(
    v.object({ id: providerId, label: v.nullable(v.string()), proves_document: v.boolean() }),
  ),
  /** E-mail can be sent: a forgotten password can be replaced, and addresses are confirmed. */
  email: v.boolean(),
})
export type WaysIn = v.InferOutput<typeof waysIn>

/** One device on which the account is open. */
export const openSession = v.object({
  id: uuid,
  /** The one that asks. */
  current: v.boolean(),
  created_at: isoTime,
  last_seen_at: isoTime,
  /** As it called itself when it came: `Chrome · Android`; null where nothing was recognised. */
  device: v.nullable(v.string()),
})
/** GET login/account: what the settings of an account show. For registered users. */
export const account = v.object({
  email: v.string(),
  email_confirmed: v.boolean(),
  has_password: v.boolean(),
  providers: v.array(providerId),
  /** Their document was asserted by an identity provider, and not only typed (DOC-04). */
  document_proven: v.boolean(),
  sessions: v.array(openSession),
})
export type Account = v.InferOutput<typeof account>

/**
 * PATCH login/user and PATCH /api/v1/user (§7): `uid` and `token`, where they are sent, must be the caller's
 * own. What is left out stays; a rut or dni of '-' says nothing (PROF-01).
 */
export const userUpdate = v.object({
  uid: v.optional(v.string()),
  token: v.optional(v.string()),
  user: v.object({
    email: v.optional(email),
    name: v.optional(personName),
    phone: v.optional(phone),
    rut: v.optional(rut),
    dni: v.optional(dni),
  }),
  language: v.optional(language),
})
export type UserUpdate = v.InferOutput<typeof userUpdate>
