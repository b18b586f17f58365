import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import { NEVER } from './job-table.ts'

/**
 * Forgets what was given up for so long that nobody will have it tried again: it says to whom something was
 * to be told, which is not known for longer than who they were.
 * @param keptMs from when it should have been done
 * @returns how many jobs were forgotten
 */
export async function pruneJobs(
  { database, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  keptMs: number,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  const result = await database.db
    .deleteFrom('jobs')
    .where('run_at', '=', NEVER)
    .where('failing_since', '<', before)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
