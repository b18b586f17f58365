import { lettersOnly } from '#contract/rules/person-name.ts'
import { FORM_LIMITS } from '#contract/limits.ts'
import { isValidRut, normalizeRut } from '#contract/rules/rut.ts'

/**
 * What a temporary user types about themselves. Lives in memory only: none of it is stored in the browser.
 */
export interface PersonDraft {
  name: string
  email: string
  phone: string
  identityType: 'rut' | 'dni'
  identity: string
  acceptsPolicy: boolean
}

export const emptyPerson: PersonDraft = {
  name: '',
  email: '',
  phone: '',
  identityType: 'rut',
  identity: '',
  acceptsPolicy: false,
}

export type PersonField = 'name' | 'email' | 'phone' | 'identity' | 'policy'

const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Digits, with the plus of the country in front where it was typed. */
export const phoneDigits = (text: string) => text.replace(/[\s().-]/g, '')

/** The document as the server takes it: a rut in its own writing, a dni as it was typed. */
export const documentOf = ({ identityType, identity }: PersonDraft): { rut: string } | { dni: string } =>
  identityType === 'rut' ? { rut: normalizeRut(identity) ?? identity } : { dni: identity.trim() }

/** Name and how they are reached, as the server takes them. */
export const contactOf = ({ name, email, phone }: PersonDraft) => ({
  name: name.trim(),
  email: email.trim(),
  phone: phoneDigits(phone),
})

/** The fields at fault, in their order on the screen. @see rules FORM-01, FORM-03…05, TEMP-01 */
export function personFaults(person: PersonDraft): PersonField[] {
  const faults: PersonField[] = []
  const name = person.name.trim()
  if (name === '' || name.length > FORM_LIMITS.name || !lettersOnly.test(name)) faults.push('name')
  const isIdentity =
    person.identityType === 'rut'
      ? isValidRut(person.identity)
      : /^[A-Za-z0-9.-]{5,20}$/.test(person.identity.trim())
  if (!isIdentity) faults.push('identity')
  if (!/^\+?\d{6,15}$/.test(phoneDigits(person.phone))) faults.push('phone')
  if (!email.test(person.email.trim()) || person.email.trim().length > FORM_LIMITS.email) faults.push('email')
  if (!person.acceptsPolicy) faults.push('policy')
  return faults
}
