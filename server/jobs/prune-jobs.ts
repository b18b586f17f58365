import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { takeAwayOldest } from '#server/database/step-by-step.ts'
import type { Clock } from '#server/platform/clock.ts'
import { NEVER } from './job-table.ts'

/**
 * Forgets what was given up for so long that nobody will have it tried again: it says to whom something was
 * to be told, which is not known for longer than who they were.
 * @param keptMs from when it should have been done
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many jobs were forgotten
 */
export function pruneJobs(
  { database, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  keptMs: number,
  ending?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  const where = sql<boolean>`gone.run_at = ${NEVER} and gone.failing_since < ${before}::timestamptz`
  return takeAwayOldest(database.db, { table: 'jobs', where, oldest: ['failing_since'] }, ending)
}
