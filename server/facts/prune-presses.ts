import { sql } from 'kysely'
import { PRESSES_KEPT_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { takeAwayOldest } from '#server/database/step-by-step.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * Forgets what became of presses that no desk asks about any more.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many
 */
export function prunePresses(
  { database, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  ending?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - PRESSES_KEPT_MS)
  const where = sql<boolean>`gone.at < ${before}::timestamptz`
  return takeAwayOldest(database.db, { table: 'desk_presses', where, oldest: ['at'] }, ending)
}
