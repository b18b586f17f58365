import { sql } from 'kysely'
import { isValidRut } from '#contract/rules/rut.ts'
import type { OwnDataContext } from './own-data-context.ts'

/** Somebody who may be meant. */
export interface FoundPerson {
  id: string
  name: string
  temporal: boolean
  created_at: Date
}

/** So many at a time: whoever is looked for by e-mail is found by opening what is sealed. */
const BATCH = 500

/**
 * Whoever is known by a rut, a dni or an e-mail, for the operator who was asked by them in person. A
 * document is typed, and so may be several people's: which of them is meant the operator says.
 */
export async function findPeople(
  { database: { db }, protection }: Pick<OwnDataContext, 'database' | 'protection'>,
  by: string,
): Promise<FoundPerson[]> {
  const wanted = by.trim()
  const isEmail = wanted.includes('@')
  const hashes = [
    ...(isValidRut(wanted) ? [protection.identityHash('rut', wanted)] : []),
    protection.identityHash('dni', wanted),
  ].map(hash => Buffer.from(hash))
  const found: FoundPerson[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string; temporal: boolean; created_at: Date; person: Uint8Array }>`
      select id, temporal, created_at, person from users
      where person is not null and id > ${after}::uuid
        and (${isEmail}::boolean or identity_hash = any(${hashes}::bytea[]))
      order by id limit ${BATCH}::integer`.execute(db)
    for (const { person: sealed, ...row } of rows) {
      const { name, email } = protection.openPerson(sealed, row.id)
      if (isEmail && email.trim().toLowerCase() !== wanted.toLowerCase()) continue
      found.push({ ...row, name })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return found
    after = last.id
  }
}
