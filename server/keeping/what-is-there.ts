import { type Kysely, sql } from 'kysely'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { keptTables } from './kept-tables.ts'
import { KeepingFault } from './keeping-fault.ts'

/** Of whose rows something would be lost; what else a server writes at its first start is nobody's. */
const TELLING = { offices: 'offices', users: 'people', tickets: 'numbers', reservations: 'reservations' }

/** What would be lost, in words; null where there is nothing that anybody would miss. */
export async function whatIsThere(db: Kysely<Tables>): Promise<string | null> {
  const names = new Set((await keptTables(db)).map(({ name }) => name))
  const found: string[] = []
  for (const [table, word] of Object.entries(TELLING)) {
    if (!names.has(table)) continue
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(table)}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) found.push(`${count} ${word}`)
  }
  return found.length > 0 ? found.join(', ') : null
}

export const notEmpty = (what: string) =>
  new KeepingFault(`there is an installation already, with ${what}: all of it is lost if you say --replace`)

/** @throws KeepingFault where the embedded database holds what somebody would miss */
export async function demandRoom(place: { dataDirectory: string }): Promise<void> {
  const database = await openDatabase(place).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error
    throw new KeepingFault(`${error.message}: stop the server first`)
  })
  try {
    const what = await whatIsThere(database.db)
    if (what !== null) throw notEmpty(what)
  } finally {
    await database.close()
  }
}
