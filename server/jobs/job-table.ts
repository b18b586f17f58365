import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { JobsTable } from '#server/database/tables/log.ts'

/**
 * SQL: the time of a job that was given up. It stays in the table for the operator, and behind all that is
 * due, so that who looks for work every second does not walk past it.
 */
export const NEVER = sql<Date>`'infinity'::timestamptz`

/** A job that this server may run until `locked_until`. */
export type TakenJob = Selectable<JobsTable> & { locked_until: Date }

/**
 * Takes up to `limit` due jobs of these kinds, oldest first. Servers that ask at the same moment get
 * different ones. A lock that ran out belongs to a server that died: its job is taken over, to be given up
 * where it died over the last attempt.
 * @param at now, by the time on which all servers agree: by clocks that differ one would take over what
 * another has only begun, and begin what nobody is to hear of yet
 */
export async function takeDueJobs(
  db: Kysely<Tables>,
  { at, ...asked }: { kinds: readonly string[]; at: Date; limit: number; lockMs: number },
): Promise<TakenJob[]> {
  const until = new Date(at.getTime() + asked.lockMs)
  const due = db
    .selectFrom('jobs')
    .select('id')
    // As they stand, and no parameters: so one index can be of those alone for which somebody waits.
    .where(sql<boolean>`kind in (${sql.join(asked.kinds.map(kind => sql.lit(kind)))})`)
    .where('run_at', '<=', at)
    .where(free => free.or([free('locked_until', 'is', null), free('locked_until', '<=', at)]))
    .orderBy('run_at')
    .orderBy('id')
    .limit(asked.limit)
    .forUpdate()
    .skipLocked()
  const rows = await db
    .updateTable('jobs')
    .set({ locked_until: until, attempts: sql`attempts + 1` })
    // An array is a few: of a selection, whose limit is not known when the plan is made, PostgreSQL expects
    // so many that it reads the table from end to end.
    .where('id', '=', sql<number>`any(array(${due}))`)
    .returningAll()
    .execute()
  return rows
    .map(row => ({ ...row, locked_until: row.locked_until ?? until }))
    .sort((a, b) => a.run_at.getTime() - b.run_at.getTime() || a.id - b.id)
}

/** Only while the lock is still this run's: not once another server took it over, or the job was replaced. */
const thisRun = ({ id, attempts, locked_until }: TakenJob) => ({ id, attempts, locked_until })

export async function finishJob(db: Kysely<Tables>, job: TakenJob): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where(row => row.and(thisRun(job)))
    .execute()
}

/**
 * @param runAt null where it is given up
 * @param attempts how many count from now on
 */
export async function postponeJob(
  db: Kysely<Tables>,
  job: TakenJob,
  runAt: Date | null,
  lastError: string,
  attempts = job.attempts,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      run_at: runAt ?? NEVER,
      attempts,
      last_error: lastError,
      locked_until: null,
      failing_since: sql<Date>`coalesce(failing_since, run_at)`,
    })
    .where(row => row.and(thisRun(job)))
    .execute()
}
