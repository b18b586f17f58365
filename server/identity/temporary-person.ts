import type { TemporaryUpdate } from '#contract/rest/login.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import type { IdentityType, Person } from '#server/secrets/protection.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { IdentityContext } from './identity-context.ts'

/** What a temporary user said of themselves, checked: either a rut that is one, or a dni (TEMP-01). */
export interface CheckedPerson {
  person: Person
  identityType: IdentityType
}

/** @throws Refusal invalid-rut */
export function checkPerson({ name, email, phone, rut, dni }: TemporaryUpdate): CheckedPerson {
  if (rut !== undefined && !isValidRut(rut)) {
    throw new Refusal('invalid-rut', 400, 'the rut’s check digit is wrong', [
      { path: 'rut', message: 'not a rut' },
    ])
  }
  const identity = rut ?? dni
  if (identity === undefined) throw new Refusal('bad-request', 400, 'either rut or dni')
  return { person: { name, email, phone, identity }, identityType: rut === undefined ? 'dni' : 'rut' }
}

/** The columns of `users` that hold it. */
export const personColumns = (
  { protection }: Pick<IdentityContext, 'protection'>,
  userId: string,
  { person, identityType }: CheckedPerson,
) => ({
  person: protection.sealPerson(person, userId),
  identity_type: identityType,
  identity_hash: protection.identityHash(identityType, person.identity),
})
