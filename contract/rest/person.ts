import * as v from 'valibot'
import { EMAIL_MAX, FORM_LIMITS, IDENTITY_LENGTH_MAX, PERSON_NAME_MAX } from '../limits.ts'
import { plainDni } from '../rules/dni.ts'
import { EMAIL } from '../rules/email.ts'
import { lettersOnly, plainName } from '../rules/person-name.ts'
import { PHONE, phoneDigits } from '../rules/phone.ts'
import { seenText } from '../rules/seen-text.ts'

/**
 * What somebody says of themselves. Cleaned and not refused, as the forms clean it before they judge it
 * (rules/seen-text.ts): what they let pass is taken here.
 */
export const personName = v.pipe(
  v.string(),
  v.transform(plainName),
  v.minLength(1),
  v.maxLength(PERSON_NAME_MAX),
  v.regex(lettersOnly),
)
/**
 * An account is found by it: with what is not seen in it, it is nobody’s (rules/email.ts). Forms clean it.
 */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(EMAIL_MAX), v.regex(EMAIL))
export const phone = v.pipe(
  v.string(),
  v.transform(phoneDigits),
  v.maxLength(FORM_LIMITS.tel),
  v.regex(PHONE),
)
/** Held against its check digit by whoever asks for it, in words. */
export const rut = v.pipe(v.string(), v.transform(seenText), v.trim(), v.maxLength(IDENTITY_LENGTH_MAX))
export const dni = v.pipe(v.string(), v.transform(plainDni), v.maxLength(IDENTITY_LENGTH_MAX))
