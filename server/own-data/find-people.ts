import { sql } from 'kysely'
import type { OwnDataContext } from './own-data-context.ts'
import { answeredWith, BATCH, FIRST, wantedBy } from './wanted.ts'

/** Somebody who may be meant. */
export interface FoundPerson {
  id: string
  /** Null where they came by a paper, and never said it. */
  name: string | null
  temporal: boolean
  created_at: Date
  /** By their own document or e-mail; else by one said for a turn, which may be another person's. */
  isOwn: boolean
}

interface Row extends Omit<FoundPerson, 'name' | 'isOwn'> {
  /** Sealed; null where nobody knows who they are. */
  person: Uint8Array | null
  hasDocument: boolean
  /** A turn of theirs was taken under the document. */
  hasTurn: boolean
  /** Sealed: what they answered for each turn. */
  metas: Uint8Array[]
}

/**
 * Whoever is known by a rut, a dni or an e-mail, for the operator who was asked by them in person: by their
 * own, or by what they said for a number or a time, which is all that is known of whoever came by a paper. A
 * document is typed, and so may be several people's: which of them is meant the operator says.
 */
export async function findPeople(
  { database: { db }, protection }: Pick<OwnDataContext, 'database' | 'protection'>,
  by: string,
): Promise<FoundPerson[]> {
  const wanted = wantedBy(protection, by)
  const { email, hashes } = wanted
  const of = (table: 'tickets' | 'reservations') => sql`from ${sql.table(table)} t where t.user_id = u.id`
  const found: FoundPerson[] = []
  for (let after = FIRST; ; ) {
    const { rows } = await sql<Row>`
      select u.id, u.temporal, u.created_at, u.person,
        coalesce(u.identity_hash = any(${hashes}::bytea[]), false) as "hasDocument",
        exists (select ${of('tickets')} and t.identity_hash = any(${hashes}::bytea[]))
          or exists (select ${of('reservations')} and t.identity_hash = any(${hashes}::bytea[])) as "hasTurn",
        array(select t.meta ${of('tickets')} and t.meta is not null
          union all select t.meta ${of('reservations')} and t.meta is not null) as metas
      from users u
      where (u.person is not null or u.temporal and u.forgotten_at is null) and u.id > ${after}::uuid
      order by u.id limit ${BATCH}::integer`.execute(db)
    for (const { person: sealed, hasDocument, hasTurn, metas, ...row } of rows) {
      const person = sealed && protection.openPerson(sealed, row.id)
      const isOwn = hasDocument || (email !== null && person?.email.trim().toLowerCase() === email)
      if (isOwn || hasTurn || metas.some(meta => answeredWith(protection, meta, wanted)))
        found.push({ ...row, name: person?.name ?? null, isOwn })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return found
    after = last.id
  }
}
