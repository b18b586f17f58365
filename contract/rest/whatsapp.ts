import * as v from 'valibot'
import { FORM_LIMITS, WHATSAPP_CODE_DIGITS } from '../limits.ts'
import { count, isoTime, language } from '../primitives.ts'

/** GET users/whatsapp, and what each change of it answers: how this person is reached there (MSG-01). */
export const whatsappState = v.object({
  /** Whether this installation sends anything by WhatsApp. */
  offered: v.boolean(),
  /** The last three digits, and no more of it; null where none was said. */
  number: v.nullable(v.string()),
  /** Nothing but a code is ever sent to a number that is not. */
  confirmed: v.boolean(),
  /**
   * The code that is on its way, and the last three digits of where: to the number itself, or to another that
   * takes its place once the code comes back. `failed`: WhatsApp said that it could not be brought there.
   */
  code: v.nullable(
    v.object({
      /** The release before, which may serve yet, says none: it is the number itself. */
      number: v.optional(v.string()),
      expires_at: isoTime,
      tries_left: count,
      failed: v.boolean(),
    }),
  ),
})
export type WhatsappState = v.InferOutput<typeof whatsappState>

/** POST users/whatsapp: sends a code there. `language` is the one in which this person is written to. */
export const whatsappNumber = v.object({
  phone: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(FORM_LIMITS.tel)),
  language: v.optional(language),
})
export type WhatsappNumber = v.InferOutput<typeof whatsappNumber>

/** POST users/whatsapp/confirm: the code, as it was read off; blanks and dashes in it say nothing. */
export const whatsappCode = v.object({
  code: v.pipe(
    v.string(),
    v.maxLength(20),
    v.transform(typed => typed.replace(/[\s-]/g, '')),
    v.regex(new RegExp(`^\\d{${WHATSAPP_CODE_DIGITS}}$`)),
  ),
})
