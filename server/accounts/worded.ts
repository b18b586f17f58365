import type { FastifyRequest } from 'fastify'
import { LANGUAGES, type Language } from '#contract/primitives.ts'
import type { LoginErrorCode } from '#contract/error-codes.ts'
import { type LoginText, loginTexts } from '#locales/login/texts.ts'
import { type FieldFault, Refusal } from '#server/web/refusal.ts'

/** In which language somebody is answered: as they say, else as their browser does. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>, said?: Language): Language {
  if (said !== undefined) return said
  const wished = (headers['accept-language'] ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim().slice(0, 2))
  return (
    LANGUAGES.find(language => language === wished.find(one => LANGUAGES.some(ours => ours === one))) ?? 'es'
  )
}

/** A no in the words that the application shows (§5). */
export const wordedRefusal = (
  code: LoginErrorCode | 'bad-request',
  status: number,
  language: Language,
  text: LoginText,
  fields?: readonly FieldFault[],
): Refusal => new Refusal(code, status, loginTexts[language][text], fields)

export const wrongCredentials = (language: Language) =>
  wordedRefusal('wrong-credentials', 401, language, 'wrong-credentials')

export const linkInvalid = (language: Language) =>
  wordedRefusal('link-invalid', 400, language, 'link-invalid')

/** @throws Refusal user-and-password-required */
export function requireBoth(
  { user, password }: { user: string; password: string },
  language: Language,
): void {
  const empty = [...(user.trim() === '' ? ['user'] : []), ...(password === '' ? ['password'] : [])]
  if (empty.length === 0) return
  throw wordedRefusal(
    'user-and-password-required',
    400,
    language,
    'user-and-password-required',
    empty.map(path => ({ path, message: 'missing' })),
  )
}
