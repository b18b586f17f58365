import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Who did what is asked about months later, and not for ever. */
const ACTS_KEPT_MS = 400 * 24 * 3_600_000

/** Forgets what clerks did long ago. @returns how many acts were forgotten */
export async function pruneActs({
  database,
  clock,
}: {
  database: Pick<Database, 'db'>
  clock: Clock
}): Promise<number> {
  const before = new Date(clock.now().getTime() - ACTS_KEPT_MS)
  const result = await database.db.deleteFrom('desk_acts').where('at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}
