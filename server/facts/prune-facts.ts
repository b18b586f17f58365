import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Nobody catches up over more than this: a client that was away longer fetches anew. */
export const FACTS_KEPT_MS = 2 * 24 * 3_600_000

/** Forgets old facts; the sequence goes on. @returns how many were forgotten */
export async function pruneFacts({
  database,
  clock,
}: {
  database: Pick<Database, 'db'>
  clock: Clock
}): Promise<number> {
  const before = new Date(clock.now().getTime() - FACTS_KEPT_MS)
  const result = await database.db.deleteFrom('facts').where('at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}
