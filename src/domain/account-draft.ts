import { lengthFault } from '#contract/rules/password.ts'
import { type PersonDraft, type PersonField, personFaults } from './person-draft.ts'

/** What somebody types to come in by an account. The password lives in the field alone. */
export type AccountField = 'name' | 'email' | 'password' | 'policy'

export type AccountFault = { field: AccountField; fault: 'invalid' | 'missing' | 'too-short' | 'too-long' }

const isFault = (person: PersonDraft, field: PersonField) => personFaults(person).includes(field)

/** One that has an account, or may have one. */
export const emailFaults = (person: PersonDraft): AccountFault[] =>
  isFault(person, 'email') ? [{ field: 'email', fault: 'invalid' }] : []

/** What is wrong with a password that is to be a new one, before the server is asked. */
export function newPasswordFaults(password: string): AccountFault[] {
  if (password === '') return [{ field: 'password', fault: 'missing' }]
  const fault = lengthFault(password)
  return fault === null ? [] : [{ field: 'password', fault }]
}

/** In their order on the screen. @see rule AUTH-07 */
export const signInFaults = (person: PersonDraft, password: string): AccountFault[] => [
  ...emailFaults(person),
  ...(password === '' ? [{ field: 'password', fault: 'missing' } as const] : []),
]

/** @param isAsked whether the policy has yet to be accepted */
export const signUpFaults = (person: PersonDraft, password: string, isAsked: boolean): AccountFault[] => [
  ...(isFault(person, 'name') ? [{ field: 'name', fault: 'invalid' } as const] : []),
  ...emailFaults(person),
  ...newPasswordFaults(password),
  ...(isAsked && !person.acceptsPolicy ? [{ field: 'policy', fault: 'missing' } as const] : []),
]
