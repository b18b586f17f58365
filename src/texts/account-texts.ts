import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AccountFault, AccountField } from '#src/domain/account-draft.ts'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import { errorText } from './error-texts.ts'
import { formTexts } from './form-texts.ts'
import { generalTexts } from './general-error-texts.ts'

/** What is said at a field, before the server was asked. */
export function accountFaultText({ field, fault }: AccountFault): MessageDescriptor {
  if (field === 'name') return formTexts.name
  if (field === 'email') return formTexts.email
  if (field === 'policy') return formTexts.policyMissing
  if (fault === 'too-short') return generalTexts['password-too-short']
  return fault === 'too-long' ? formTexts.tooLong : msg`Escribe tu contraseña`
}

/** Why somebody was not let in, as the server says it. */
export interface AccountRefusal {
  code: FailureCode
  message: string | null
  fields?: readonly { path: string }[] | undefined
}

const FIELD_OF: Readonly<Record<string, AccountField | undefined>> = {
  'account-exists': 'email',
  'password-too-short': 'password',
  'password-too-common': 'password',
}
const isOfEmail = ({ code, fields = [] }: AccountRefusal) =>
  code === 'bad-request' && fields.some(({ path }) => path === 'user' || path === 'user.email')

/** Which field the server's refusal is about; null where it is about none. */
export const fieldOfRefusal = (refusal: AccountRefusal): AccountField | null =>
  isOfEmail(refusal) ? 'email' : (FIELD_OF[refusal.code] ?? null)

/** Of these the server's own sentence is shown, in the language in which it was asked (§5, AUTH-07). */
const SAID_BY_SERVER: ReadonlySet<string> = new Set([
  'user-and-password-required',
  'wrong-credentials',
  'account-exists',
  'password-too-short',
  'password-too-common',
  'password-required',
  'holds-the-same',
  'link-invalid',
])

/** Why somebody was not let in, or has no account. */
export function accountRefusalText(refusal: AccountRefusal, i18n: I18n): string {
  const { code, message } = refusal
  if (isOfEmail(refusal)) return i18n._(formTexts.email)
  return message !== null && SAID_BY_SERVER.has(code) ? message : i18n._(errorText(code))
}
