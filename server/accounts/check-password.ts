import type { Language } from '#contract/primitives.ts'
import { oneEmail } from '#contract/rules/email.ts'
import { lengthFault, samePassword } from '#contract/rules/password.ts'
import { isCommonPassword, plainWord } from './common-passwords.ts'
import { wordedRefusal } from './worded.ts'

/** What a password is not to be: whoever knows the person knows these. */
export interface PasswordOwner {
  email: string
  name: string
}

function isOwnName(password: string, { email, name }: PasswordOwner): boolean {
  const said = plainWord(password)
  const address = oneEmail(email) ?? email
  const [mailbox = ''] = address.split('@')
  const own = [address, mailbox, name, ...name.split(' ')].map(plainWord).filter(word => word.length >= 3)
  if (own.includes(said)) return true
  return address !== '' && samePassword(password).toLowerCase().includes(address)
}

/**
 * @throws Refusal password-too-short, password-too-common, bad-request for one that is too long; in words
 * that the application shows
 */
export function checkPassword(password: string, owner: PasswordOwner, language: Language): void {
  const at = [{ path: 'password', message: 'not taken' }]
  const fault = lengthFault(password)
  if (fault === 'too-short')
    throw wordedRefusal('password-too-short', 400, language, 'password-too-short', at)
  if (fault === 'too-long') throw wordedRefusal('bad-request', 400, language, 'password-too-long', at)
  if (isCommonPassword(samePassword(password)) || isOwnName(password, owner))
    throw wordedRefusal('password-too-common', 400, language, 'password-too-common', at)
}
