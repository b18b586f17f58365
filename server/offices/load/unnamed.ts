import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { OfficesFile } from '../file/offices-file.ts'

/** What becomes of offices and clerks that a file does not name: they stay as they are, or are retired. */
export type Others = 'keep' | 'retire'

/** Offices by slug and clerks by user, in the order of the alphabet. */
export interface Unnamed {
  offices: string[]
  clerks: string[]
}

/** Who stands in the database, and not in the file: other parts of it, or what was opened in the browser. */
export async function unnamedBy(
  transaction: Transaction<Tables>,
  file: Pick<OfficesFile, 'offices' | 'clerks'>,
): Promise<Unnamed> {
  const offices = await transaction
    .selectFrom('offices')
    .select('slug')
    .where('active', '=', true)
    .orderBy('slug')
    .execute()
  const clerks = await transaction
    .selectFrom('clerks')
    .select('user_name')
    .where('active', '=', true)
    .orderBy('user_name')
    .execute()
  const slugs = new Set(file.offices.map(({ slug }) => slug))
  const users = new Set(file.clerks.map(({ user }) => user))
  return {
    offices: offices.map(({ slug }) => slug).filter(slug => !slugs.has(slug)),
    clerks: clerks.map(({ user_name }) => user_name).filter(user => !users.has(user)),
  }
}
