import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { takeAwayOldest } from '#server/database/step-by-step.ts'
import type { Clock } from '#server/platform/clock.ts'

/** There are more of them than of anything else, and little hangs on each. */
const FACTS_A_STEP = 1_000

/**
 * Forgets facts that are older than `keptMs`, the oldest first; the sequence goes on. What was counted of
 * them stays (figures). No step holds an office.
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many were forgotten
 */
export function pruneFacts(
  { database, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  keptMs: number,
  ending?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  return takeAwayOldest(
    database.db,
    {
      table: 'facts',
      where: sql<boolean>`gone.at < ${before}::timestamptz`,
      oldest: ['at', 'office_id', 'seq'],
      most: FACTS_A_STEP,
    },
    ending,
  )
}
