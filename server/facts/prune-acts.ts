import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { takeAwayOldest } from '#server/database/step-by-step.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Who did what is asked about months later, and not for ever. */
const ACTS_KEPT_MS = 400 * 24 * 3_600_000

/**
 * Forgets what clerks did long ago.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many acts were forgotten
 */
export function pruneActs(
  { database, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  ending?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - ACTS_KEPT_MS)
  const where = sql<boolean>`gone.at < ${before}::timestamptz`
  return takeAwayOldest(database.db, { table: 'desk_acts', where, oldest: ['at'] }, ending)
}
