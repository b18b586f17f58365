import { useState } from 'react'
import type { PersonDraft, PersonField } from '#src/domain/person-draft.ts'
import type { AccountRefusal } from '#src/texts/account-texts.ts'

const FIELD_OF: Readonly<Record<string, Exclude<PersonField, 'policy'> | undefined>> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  rut: 'identity',
  dni: 'identity',
}

/**
 * The fields that the server's refusal names: said there, and not in a sentence below the form that names
 * none. `standing`: those of them that are as they were when it came.
 */
export function useRefusedFields(refusal: AccountRefusal | null, person: PersonDraft) {
  const [known, setKnown] = useState({ refusal, person })
  if (known.refusal !== refusal) setKnown({ refusal, person })
  const named = (refusal?.fields ?? []).flatMap(({ path }) => FIELD_OF[path.replace('user.', '')] ?? [])
  return {
    isNamed: named.length > 0,
    standing: named.filter(field => person[field] === known.person[field]),
  }
}
