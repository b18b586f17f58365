import * as v from 'valibot'
import { isoTime, language, uuid } from '../primitives.ts'
import { DNI } from '../rules/dni.ts'
import { seenText } from '../rules/seen-text.ts'
import { dni, email, personName, phone, rut } from './person.ts'
import { policyVersion } from './policies.ts'

/** A signed-in person as the application knows them. `token` lives in memory only. */
export const session = v.object({
  user_id: uuid,
  token: v.string(),
  expires_at: isoTime,
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  identity_type: v.nullable(v.picklist(['rut', 'dni'])),
  meta: v.object({ temporal: v.boolean() }),
  /** The versions of the policies that they accepted: none of them is asked for again. */
  accepted_policies: v.optional(v.array(policyVersion)),
})
export type Session = v.InferOutput<typeof session>

/** The identity number is either a rut or a dni, never both (TEMP-01). */
const identity = { rut: v.optional(rut), dni: v.optional(v.pipe(dni, v.regex(DNI))) }

const temporaryPerson = {
  name: personName,
  email: v.pipe(v.string(), v.transform(seenText), email),
  phone,
  ...identity,
  language: v.optional(language),
}

const oneIdentity = <Person extends { rut?: string | undefined; dni?: string | undefined }>() =>
  v.check<Person, 'either rut or dni'>(
    person => (person.rut === undefined) !== (person.dni === undefined),
    'either rut or dni',
  )

/**
 * POST login/temporaryV2. `sessionId` is the browser's own id for this attempt: a repeat gives the same user.
 * `policy` is the version that was accepted with it.
 */
export const temporaryLogin = v.pipe(
  v.object({
    captchaToken: v.pipe(v.string(), v.maxLength(4_000)),
    sessionId: uuid,
    policy: v.optional(policyVersion),
    ...temporaryPerson,
  }),
  oneIdentity(),
)
export type TemporaryLogin = v.InferOutput<typeof temporaryLogin>

/**
 * PUT login/temporary: corrects the person behind the token. Without rut and dni their document stays as it
 * is.
 */
export const temporaryUpdate = v.pipe(
  v.object(temporaryPerson),
  v.check(({ rut, dni }) => rut === undefined || dni === undefined, 'either rut or dni'),
)
export type TemporaryUpdate = v.InferOutput<typeof temporaryUpdate>

/**
 * POST login/session/left: who left before the next person came in here is told of by this alone, and their
 * session ends. `left` is the SHA-256 of its token, hexadecimal, which opens nothing; `user_id` the account
 * that this browser is to know no more.
 */
export const sessionLeft = v.object({
  left: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  user_id: v.optional(uuid),
})
export type SessionLeft = v.InferOutput<typeof sessionLeft>

/** POST login/handover: a one-time code that carries this session to another browser. */
export const handoverCode = v.object({ code: v.string(), expires_at: isoTime })
/** POST login/handover/redeem. */
export const handoverRedeem = v.object({ code: v.pipe(v.string(), v.trim(), v.maxLength(20)) })

/** GET users/preferences?site=web, POST users/preferences (PROF-02). */
export const notificationPreferences = v.object({
  whatsapp: v.union([v.boolean(), v.literal('prompt')]),
  push: v.boolean(),
  never_show_popup_notifications: v.boolean(),
})
export type NotificationPreferences = v.InferOutput<typeof notificationPreferences>
export const preferencesUpdate = v.object({
  site: v.literal('web'),
  /** What is left out stays as it was chosen last, from whatever window or browser. */
  notifications: v.partial(notificationPreferences),
  language: v.optional(language),
})
export const preferences = v.object({ data: v.object({ web: v.optional(notificationPreferences) }) })
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  whatsapp: 'prompt',
  push: false,
  never_show_popup_notifications: false,
}
