import { sql } from 'kysely'
import type { OwnDataContext } from './own-data-context.ts'
import { answeredWith, BATCH, FIRST, type Wanted, wantedBy } from './wanted.ts'

/** Somebody who may be meant. */
export interface FoundPerson {
  id: string
  /** Null where they came by a paper, and never said it. */
  name: string | null
  temporal: boolean
  created_at: Date
}

interface Nameless extends Omit<FoundPerson, 'name'> {
  hasDocument: boolean
  /** Sealed: what they answered for each turn. */
  metas: Uint8Array[]
}

/**
 * Whoever came by a paper gave no name, and is known by what they took: by the document under which they did,
 * or the e-mail that a form asked for.
 */
async function findNameless(
  { database: { db }, protection }: Pick<OwnDataContext, 'database' | 'protection'>,
  wanted: Wanted,
): Promise<FoundPerson[]> {
  const { hashes } = wanted
  const of = (table: 'tickets' | 'reservations') => sql`from ${sql.table(table)} t where t.user_id = u.id`
  const found: FoundPerson[] = []
  for (let after = FIRST; ; ) {
    const { rows } = await sql<Nameless>`
      select u.id, u.temporal, u.created_at,
        exists (select ${of('tickets')} and t.identity_hash = any(${hashes}::bytea[]))
          or exists (select ${of('reservations')} and t.identity_hash = any(${hashes}::bytea[])) as "hasDocument",
        array(select t.meta ${of('tickets')} and t.meta is not null
          union all select t.meta ${of('reservations')} and t.meta is not null) as metas
      from users u
      where u.temporal and u.forgotten_at is null and u.person is null and u.id > ${after}::uuid
      order by u.id limit ${BATCH}::integer`.execute(db)
    for (const { hasDocument, metas, ...row } of rows)
      if (hasDocument || metas.some(meta => answeredWith(protection, meta, wanted)))
        found.push({ ...row, name: null })
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return found
    after = last.id
  }
}

/**
 * Whoever is known by a rut, a dni or an e-mail, for the operator who was asked by them in person. A
 * document is typed, and so may be several people's: which of them is meant the operator says.
 */
export async function findPeople(
  context: Pick<OwnDataContext, 'database' | 'protection'>,
  by: string,
): Promise<FoundPerson[]> {
  const { database, protection } = context
  const wanted = wantedBy(protection, by)
  const { email, hashes } = wanted
  const found: FoundPerson[] = []
  for (let after = FIRST; ; ) {
    const { rows } = await sql<{ id: string; temporal: boolean; created_at: Date; person: Uint8Array }>`
      select id, temporal, created_at, person from users
      where person is not null and id > ${after}::uuid
        and (${email !== null}::boolean or identity_hash = any(${hashes}::bytea[]))
      order by id limit ${BATCH}::integer`.execute(database.db)
    for (const { person: sealed, ...row } of rows) {
      const person = protection.openPerson(sealed, row.id)
      if (email !== null && person.email.trim().toLowerCase() !== email) continue
      found.push({ ...row, name: person.name })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) break
    after = last.id
  }
  return [...found, ...(await findNameless(context, wanted))]
}
