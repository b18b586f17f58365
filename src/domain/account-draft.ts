import { PASSWORD_MIN } from '#contract/limits.ts'
import { type PersonDraft, type PersonField, personFaults } from './person-draft.ts'

/** What somebody types to come in by an account. The password lives in the field alone. */
export type AccountField = 'name' | 'email' | 'password' | 'policy'

export type AccountFault = { field: AccountField; fault: 'invalid' | 'missing' | 'too-short' }

const personal = (person: PersonDraft, asked: readonly PersonField[]): AccountFault[] =>
  personFaults(person).flatMap(field =>
    asked.includes(field) ? [{ field: field as AccountField, fault: 'invalid' as const }] : [],
  )

/** What is wrong with a password that is to be a new one, before the server is asked. */
export function newPasswordFaults(password: string): AccountFault[] {
  if (password === '') return [{ field: 'password', fault: 'missing' }]
  return [...password].length < PASSWORD_MIN ? [{ field: 'password', fault: 'too-short' }] : []
}

/** In their order on the screen. @see rule AUTH-07 */
export const signInFaults = (person: PersonDraft, password: string): AccountFault[] => [
  ...personal(person, ['email']),
  ...(password === '' ? [{ field: 'password', fault: 'missing' } as const] : []),
]

/** @param isAsked whether the policy has yet to be accepted */
export const signUpFaults = (person: PersonDraft, password: string, isAsked: boolean): AccountFault[] => [
  ...personal(person, ['name']),
  ...personal(person, ['email']),
  ...newPasswordFaults(password),
  ...(isAsked && !person.acceptsPolicy ? [{ field: 'policy', fault: 'missing' } as const] : []),
]
