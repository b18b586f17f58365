import { PRESSES_KEPT_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Forgets what became of presses that no desk asks about any more. @returns how many */
export async function prunePresses({
  database,
  clock,
}: {
  database: Pick<Database, 'db'>
  clock: Clock
}): Promise<number> {
  const before = new Date(clock.now().getTime() - PRESSES_KEPT_MS)
  const result = await database.db.deleteFrom('desk_presses').where('at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}
