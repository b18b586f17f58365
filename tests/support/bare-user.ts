import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'

/** A temporary user of whom nothing is known, written as coming in by a paper leaves it. @returns the id */
export async function bareUser({ db }: Pick<Database, 'db'>, created_at: Date): Promise<string> {
  const id = systemRandom.uuid()
  await db.insertInto('users').values({ id, temporal: true, person: null, created_at }).execute()
  return id
}
