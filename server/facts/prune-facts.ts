import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * So many at a time, each step a statement of its own: it holds no office, and whoever takes a number
 * meanwhile waits for one step at most.
 */
const STEP = 1_000

/**
 * Forgets facts that are older than `keptMs`, the oldest first; the sequence goes on. What was counted of
 * them stays (figures).
 * @param ending aborted where no further step may begin: what is left goes the next time
 * @returns how many were forgotten
 */
export async function pruneFacts(
  { database: { db }, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  keptMs: number,
  ending?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  let forgotten = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from facts f using (
        select office_id, seq from facts where at < ${before}::timestamptz
        order by at, office_id, seq limit ${STEP}::integer) old
      where f.office_id = old.office_id and f.seq = old.seq`.execute(db)
    forgotten += Number(numAffectedRows)
    if (numAffectedRows < STEP || ending?.aborted) return forgotten
  }
}
