import { FORM_LIMITS } from '#contract/limits.ts'
import { DNI, plainDni } from '#contract/rules/dni.ts'
import { EMAIL, plainEmail } from '#contract/rules/email.ts'
import { lettersOnly, plainName } from '#contract/rules/person-name.ts'
import { PHONE, phoneDigits } from '#contract/rules/phone.ts'
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

/** The document as the server takes it: a rut in its own writing, a dni as it was typed. */
export const documentOf = ({ identityType, identity }: PersonDraft): { rut: string } | { dni: string } =>
  identityType === 'rut' ? { rut: normalizeRut(identity) ?? identity } : { dni: plainDni(identity) }

/** Name and how they are reached, as the server takes them. */
export const contactOf = ({ name, email, phone }: PersonDraft) => ({
  name: plainName(name),
  email: plainEmail(email),
  phone: phoneDigits(phone),
})

/**
 * The fields at fault, in their order on the screen, by what the server is to be sent: what passes here it
 * takes (contract/rest/person.ts).
 * @see rules FORM-01, FORM-03…05, TEMP-01
 */
export function personFaults(person: PersonDraft): PersonField[] {
  const faults: PersonField[] = []
  const { name, email, phone } = contactOf(person)
  if (name === '' || name.length > FORM_LIMITS.name || !lettersOnly.test(name)) faults.push('name')
  const isIdentity =
    person.identityType === 'rut' ? isValidRut(person.identity) : DNI.test(plainDni(person.identity))
  if (!isIdentity) faults.push('identity')
  if (!PHONE.test(phone)) faults.push('phone')
  if (!EMAIL.test(email) || email.length > FORM_LIMITS.email) faults.push('email')
  if (!person.acceptsPolicy) faults.push('policy')
  return faults
}
