import type { TemporaryLogin, TemporaryUpdate } from '#contract/rest/login.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import type { IdentityType, Person } from '#server/secrets/protection.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { IdentityContext } from './identity-context.ts'

/** What a temporary user said of themselves, checked: either a rut that is one, or a dni (TEMP-01). */
export interface CheckedPerson {
  person: Person
  /** Null where the person gave no document. */
  identityType: IdentityType | null
}

/**
 * @param known the document that stays where none is said
 * @throws Refusal invalid-rut; bad-request where there is no document at all
 */
export function checkPerson(
  {
    name,
    email,
    phone,
    rut,
    dni,
  }: Pick<TemporaryLogin | TemporaryUpdate, 'name' | 'email' | 'phone' | 'rut' | 'dni'>,
  known: { identity: string; identityType: IdentityType } | null = null,
): CheckedPerson {
  if (rut !== undefined && !isValidRut(rut)) {
    throw new Refusal('invalid-rut', 400, 'the rut’s check digit is wrong', [
      { path: 'rut', message: 'not a rut' },
    ])
  }
  const said = rut ?? dni
  if (said === undefined && known) {
    return { person: { name, email, phone, identity: known.identity }, identityType: known.identityType }
  }
  if (said === undefined) throw new Refusal('bad-request', 400, 'either rut or dni')
  return { person: { name, email, phone, identity: said }, identityType: rut === undefined ? 'dni' : 'rut' }
}

/** The columns of `users` that hold it. */
export const personColumns = (
  { protection }: Pick<IdentityContext, 'protection'>,
  userId: string,
  { person, identityType }: CheckedPerson,
) => ({
  person: protection.sealPerson(person, userId),
  identity_type: identityType,
  identity_hash:
    identityType === null || person.identity === null
      ? null
      : protection.identityHash(identityType, person.identity),
})
